/** What the page of print jobs says by its script, in German. */

import type { JobWords } from './en.ts'

const labels = (count: number): string => (count === 1 ? '1 Etikett' : `${count} Etiketten`)

export const jobs: JobWords = {
  labels,
  progress: (sent, all) => `${sent} von ${labels(all)}`,
  job: (id) => `Auftrag ${id}`,
  live: 'Live: Änderungen erscheinen sofort.',
  asking: (seconds) => `Nicht live: alle ${seconds} s wird nachgefragt.`,
  unanswered: 'Der Dienst antwortet nicht. Diese Seite fragt weiter nach.',
  waitFor: (count) => (count === 1 ? '1 Auftrag wartet auf Sie' : `${count} Aufträge warten auf Sie`),
  about: (printer, count, when, by) => `${printer}: ${labels(count)}, ${when}${by === '' ? '' : `, von ${by}`}`,
  stopped: (confirmed, first, last) => {
    const certain = confirmed === 0 ? '' : `${labels(confirmed)} sicher gedruckt. `
    return `Er wurde unterbrochen. ${certain}${first === last ? `Etikett ${first} ist` : `Die Etiketten ${first} bis ${last} sind`} ungewiss.`
  },
  isOnRoll: (label) => `Ist Etikett ${label} auf der Rolle?`,
  yes: (next) => `Ja: bei ${next} weitermachen`,
  yesLast: 'Ja: es war das letzte, alles ist gedruckt',
  no: (label) => `Nein: bei ${label} weitermachen`,
  lastOnRoll: 'Oder ein anderes ist das letzte auf der Rolle: Etikett',
  between: (first, last) => `Bitte geben Sie ein Etikett von ${first} bis ${last} an.`,
  goOn: 'Danach weitermachen',
  cancel: 'Abbrechen',
  cancelRest: 'Den Rest abbrechen',
  reprint: 'Noch einmal drucken',
  from: 'Von Etikett',
  to: 'bis Etikett',
  why: 'Grund',
  whyExample: 'gerissen, nicht lesbar, …',
  whyMissing: 'Bitte geben Sie den Grund an: er steht in der Liste beim neuen Auftrag.',
  range: (most) =>
    most === 1 ? 'Es gibt nur Etikett 1.' : `Bitte geben Sie Etiketten von 1 bis ${most} an, der Reihe nach.`,
  facts: {
    id: 'Nummer',
    sent: 'Gesendet',
    confirmed: 'Sicher gedruckt',
    from: 'Erstes nicht sicheres',
    created: 'Angenommen',
    ended: 'Beendet',
    by: 'Von',
    reason: 'Grund',
    idempotencyKey: 'Idempotenzschlüssel',
  },
  label: (number) => `Etikett ${number}`,
  resumed: (from) => `Er geht bei Etikett ${from} weiter.`,
  completed: 'Er ist fertig.',
  cancelled: 'Er ist abgebrochen.',
  cancelling: 'Er hält nach dem Etikett an, das gerade gedruckt wird.',
  reprinted: (id) => `Wird als Auftrag ${id} noch einmal gedruckt.`,
  noAnswer: 'Der Dienst antwortet nicht: bitte sehen Sie nach dem Auftrag, bevor Sie es noch einmal versuchen.',
  later: (seconds) => `Bitte in ${seconds} s erneut versuchen.`,
  gone: 'Ältere Aufträge konnten nicht geladen werden.',
}
