import t from 'tap'
import { png } from '../../src/render/deflate.ts'
import { svg } from '../../src/render/svg.ts'
import { painted } from '../oracle/paint.ts'
import { pngPicture, svgPicture } from '../oracle/picture.ts'
import { cases, inLongRun, random } from '../random.ts'
import { difference, randomScene } from './random-scene.ts'

t.test('PNG and SVG show every dot of the scene, in any turn', inLongRun, async (t) => {
  const r = random('scenes')
  const faults: string[] = []
  for (let i = 0; i < cases(400); i++) {
    const scene = randomScene(r)
    const wanted = painted(scene)
    const inPng = difference(pngPicture(png(scene)), wanted)
    const inSvg = difference(svgPicture(svg(scene)), wanted)
    if (inPng) faults.push(`${i} png ${scene.turn}: ${inPng}`)
    if (inSvg) faults.push(`${i} svg ${scene.turn}: ${inSvg}`)
  }
  t.same(faults, [])
})

t.test('a title holds any text, escaped', async (t) => {
  const scene = { ...randomScene(random('title')), title: '<&>"\u0000\u001f\u007f\ud800\uffff 倉庫' }
  const text = new TextDecoder('utf-8', { fatal: true }).decode(svg(scene))
  t.match(text, '<title>&lt;&amp;&gt;"   \ufffd\ufffd 倉庫</title>')
})
