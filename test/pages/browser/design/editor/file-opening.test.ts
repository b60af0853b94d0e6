/** Files of gLabels are opened in the editor. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { languageCodes } from '../../../../../src/pages/words/index.ts'
import { barcode, document, text } from '../../../../design/glabels/files.ts'
import { exampleDesigns } from '../../../../server/api/example-designs.ts'
import { served } from '../../../../server/http/wire.ts'
import { violations } from '../../../axe.ts'
import { absentOrBrief, closed, numberIn, visited } from '../../../browser.ts'

const service = await served({ designs: exampleDesigns })
t.teardown(async () => {
  await closed()
  await service.close()
})

const folder = t.testdir()
const place = ['5mm', '5mm', '30mm', '8mm'] as const
const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const slanted = text(place, 'Bolt').replace('italic="False"', 'italic="True"')
const shelf = file('shelf.glabels', document([slanted, barcode(place, ['gnu-barcode', 'PDF'], { data: 'x' })]))

t.test('a file becomes the design in the editor, with what could not be taken over', absentOrBrief, async (t) => {
  const said = {
    en: /^2 things differ from shelf\.glabels.*Object 1, Text "Bolt": its letters are italic.*is PDF417, which is not drawn here/s,
    de: /^2 Dinge.*Objekt 1, Text "Bolt": Die Schrift ist kursiv.*Das ist PDF417, was hier nicht gezeichnet wird/s,
    es: /^2 cosas.*Objeto 1, .* "Bolt": Sus letras van en cursiva.*Es PDF417, que aquí no se dibuja/s,
    fr: /^2 choses.*Objet 1, .* "Bolt": Ses lettres sont en italique.*C’est PDF417, qui n’est pas dessiné ici/s,
  }
  for (const language of languageCodes) {
    await visited(t, `${service.url}/designs?lang=${language}#edit`, async ({ page }) => {
      await page.locator('#open-design').setInputFiles(shelf)
      await page.locator('.imported li').first().waitFor()
      t.match(await page.locator('.imported').innerText(), said[language])
      t.equal(await page.inputValue('#draft-name'), 'shelf')
      t.same(await violations(page), [])
      await page.setViewportSize({ width: 320, height: 800 })
      t.ok((await numberIn(page, 'document.documentElement.scrollWidth')) <= 320, language)
      await page.locator('.imported button').click()
      t.equal(await page.locator('.imported').innerText(), '')
    })
  }
})

t.test('a file that gives none is told, and the draft stays', absentOrBrief, async (t) => {
  const zpl = file('label.glabels', '^XA^XZ')
  await visited(t, `${service.url}/designs?lang=de#edit`, async ({ page }) => {
    await page.fill('#draft-name', 'mine')
    await page.locator('#open-design').setInputFiles(zpl)
    await page.locator('.verdict', { hasText: 'label.glabels: Die Datei ist von einem anderen Programm' }).waitFor()
    t.equal(await page.inputValue('#draft-name'), 'mine')
  })
})
