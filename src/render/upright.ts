import type { Scene } from '../layout/scene.ts'
import { turned } from '../layout/turn.ts'

/** The scene with its turn applied to every mark, as all formats draw it: its own turn is then N. */
export function upright<S extends Scene>(scene: S): S {
  const { width, height, paper, turn } = scene
  if (turn === 'N') return scene
  const marks = scene.marks.map((mark) => turned(mark, scene))
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
