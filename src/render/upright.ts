import type { Scene, SymbolScene } from '../layout/scene.ts'
import { turned, turnedModules } from '../layout/turn.ts'

/** The scene with its turn applied to every mark, as all formats draw it: its own turn is then N. */
export function upright(scene: Scene): Scene {
  if (scene.turn === 'N') return scene
  const marks = scene.marks.map((mark) => turned(mark, scene))
  return framed(scene, marks)
}

/** The same for a drawing without words. */
export function uprightSymbol(scene: SymbolScene): SymbolScene {
  if (scene.turn === 'N') return scene
  const marks = scene.marks.map((mark) => turnedModules(mark, scene))
  return framed(scene, marks)
}

/** The scene with these marks, which are turned as it says. */
function framed<S extends Scene>(scene: S, marks: S['marks']): S {
  const { width, height, paper, turn } = scene
  if (turn === 'I') return { ...scene, turn: 'N', marks }
  return {
    ...scene,
    width: height,
    height: width,
    paper: { width: paper.height, height: paper.width },
    turn: 'N',
    marks,
  }
}
