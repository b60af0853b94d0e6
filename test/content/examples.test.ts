/** Published examples: each is recognised and right, and what a form can write of it is written again. */

import assert from 'node:assert/strict'
import t from 'tap'
import { type Content, faultsOf } from '../../src/content/forms/form.ts'
import { type ContentName, contents } from '../../src/content/forms/index.ts'
import { type ContentKind, contentAs, kindOf } from '../../src/content/index.ts'
import { bill } from './qr-bill.ts'

const [gs, rs, eot] = ['\x1d', '\x1e', '\x04']

/** `same` is a form that writes the very text, `form` one that writes the same data in another order or form. */
interface Example {
  readonly source: string
  readonly kind: ContentKind
  readonly text: string
  readonly same?: ContentName
  readonly form?: ContentName
  /** What is wrong with it as it is published. */
  readonly fault?: string
}

const hibc26 = 'ANSI/HIBC 2.6-2016'
const hibc13 = 'ANSI/HIBC 1.3-2010'
const st001 = 'ICCBBA ST-001, version 6.2.2'
/** U.S. Food and Drug Administration, "UDI formats by FDA-accredited issuing agency", 2014. */
const fda = 'FDA, UDI formats by issuing agency'

const examples: readonly Example[] = [
  { source: `${hibc26}, B.2.0`, kind: 'hibc', text: '+A123BJC5D6E71G', same: 'hibc' },
  { source: `${hibc26}, C.3`, kind: 'hibc', text: '+H123ABC01234567890D', same: 'hibc' },
  { source: `${hibc26}, 2.2.1.1`, kind: 'hibc', text: '+A99912345/$$52001510X33', form: 'hibc' },
  { source: `${hibc26}, 2.3.2`, kind: 'hibc', text: '+A99912345/$$52001510X3/16D20111212/S77DEFG457', form: 'hibc' },
  { source: `${hibc26}, 2.3.2.4`, kind: 'hibc', text: '+A99912349/$10X3/16D20111231/14D20200131/Q500Z', form: 'hibc' },
  { source: `${hibc26}, E1.1`, kind: 'hibc', text: '+$A1234GU' },
  { source: `${hibc26}, 4.3.2`, kind: 'hibc', text: '+$$52001510X3GD' },
  {
    source: fda,
    kind: 'hibc',
    text: '+H123PARTNO1234567890120/$$420020216LOT123456789012345/SXYZ456789012345678/16D20130202C',
    // the sum of its values modulo 43 is H
    fault: 'wrong_check_character',
  },
  { source: `${hibc13}, 2.2`, kind: 'hibc', text: '+/EO5232013', same: 'provider' },
  { source: `${hibc13}, Appendix B`, kind: 'hibc', text: '+/EAH783B', same: 'provider' },
  { source: `${hibc13}, 2.1`, kind: 'hibc', text: '+/ACMRN123456/V2009121908334', same: 'provider' },
  { source: `${hibc13}, 2.4`, kind: 'hibc', text: '+/EU720060FF0/O523201/Z34H159/M9842431340V', same: 'provider' },
  {
    source: 'MIL-STD-130N, format 06',
    kind: 'iso15434',
    text: `[)>${rs}06${gs}17V0CVA5${gs}1P1234${gs}S786950${rs}${eot}`,
    same: 'iso15434',
  },
  {
    source: 'MIL-STD-130N, format 12',
    kind: 'iso15434',
    text: `[)>${rs}12${gs}MFR 0CVA5${gs}SER 786950${rs}${eot}`,
    same: 'iso15434',
  },
  {
    source: `${hibc13}, 2.1, in format 06`,
    kind: 'iso15434',
    text: `[)>${rs}06${gs}+/ACMRN123456/V2009121908334${rs}${eot}`,
    same: 'iso15434',
  },
  { source: `${st001}, A.1 and A.2`, kind: 'isbt128', text: '=G12341765432170', same: 'isbt128' },
  { source: `${st001}, Figure 22`, kind: 'isbt128', text: '=A99991734562808' },
  { source: `${st001}, Figure 23`, kind: 'isbt128', text: '=A99991500000125' },
  { source: `${st001}, 2.2`, kind: 'isbt128', text: '=%6200' },
  { source: `${st001}, 2.2`, kind: 'isbt128', text: '=\\620000000000000000' },
  { source: `${st001}, 2.4.41`, kind: 'isbt128', text: '&:6939DKM001392612726' },
  {
    source: `${st001}, compound message`,
    kind: 'isbt128',
    text: '=+02000=A99991712345600=<E0791V00',
    same: 'isbt128',
  },
  {
    source: fda,
    kind: 'isbt128',
    text: '=/A9999XYZ100T0944=,000025=A99971312345600=>014032=}013032&,1000000000000XYZ123',
  },
  {
    source: 'IATA Resolution 792, Attachment B',
    kind: 'bcbp',
    text: 'M1DESMARAIS/LUC       EABC123 YULFRAAC 0834 326J001A0025 100',
    same: 'bcbp',
  },
  { source: 'Swiss QR-bill 2.3, annex A, example 1', kind: 'swiss', text: bill, same: 'swiss' },
  {
    source: 'EPC069-12, 3.2',
    kind: 'epc',
    text: 'BCD\n002\n1\nSCT\n\nRed Cross\nDE71110220330123456789\nEUR1.00\n\n\nDonation',
    same: 'epc',
  },
  { source: 'RFC 5870, 6.1', kind: 'place', text: 'geo:13.4125,103.8667', same: 'place' },
  { source: 'RFC 6068, 6.1', kind: 'mail', text: 'mailto:chris@example.com', same: 'mail' },
  { source: 'RFC 5724, 2.5', kind: 'sms', text: 'sms:+15105550101?body=hello%20there', same: 'sms' },
  {
    source: 'GS1 Digital Link URI syntax 1.4',
    kind: 'gs1',
    text: 'https://id.gs1.org/01/09506000134352/10/AB-12?17=261231',
  },
  { source: fda, kind: 'gs1', text: '(01)51022222233336(11)141231(17)150707(10)A213B1(21)1234' },
]

t.test('published examples are recognised, right, and composed again', async (t) => {
  for (const { source, kind, text, same, form = same, fault } of examples) {
    const label = `${source}: ${JSON.stringify(text)}`
    t.equal(kindOf(text), kind, label)
    const codes = contentAs(kind, text).faults.map(({ code }) => code)
    t.same(codes, fault === undefined ? [] : [fault], label)
    if (form === undefined) continue
    const content = contents[form] as unknown as Content
    const values = content.read(text)
    assert.ok(values, label)
    t.same(faultsOf(content, values), [], label)
    const composed = content.write(values)
    if (same !== undefined) t.equal(composed, text, label)
    else {
      t.same(contentAs(kind, composed).faults, [], composed)
      t.same(content.read(composed), values, 'the same data')
    }
  }
})
