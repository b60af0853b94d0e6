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
  stopped: (printed, received, first, last) => {
    const told = printed === undefined ? 'Wie viele herauskamen, ist nicht bekannt.' : `${labels(printed)} gedruckt.`
    return `Er wurde unterbrochen. Der Drucker hat ${labels(received)} empfangen. ${told} ${first === last ? `Etikett ${first} ist` : `Die Etiketten ${first} bis ${last} sind`} ungewiss.`
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
    received: 'Vom Drucker empfangen',
    printed: 'Gedruckt',
    first: 'Erstes Etikett',
    last: 'Letztes Etikett',
    of: 'Druckt noch einmal Auftrag',
    from: 'Erstes, dessen Druck nicht bekannt ist',
    created: 'Angenommen',
    ended: 'Beendet',
    by: 'Von',
    reason: 'Grund',
    idempotencyKey: 'Idempotenzschlüssel',
  },
  label: (number) => `Etikett ${number}`,
  notKnown: 'nicht bekannt',
  whichLabels: 'Welches Etikett?',
  moreLabels: 'Weitere Etiketten',
  labelsNotKept: 'Was seine Etiketten sagen, ist nicht aufbewahrt.',
  resumed: (from) => `Er geht bei Etikett ${from} weiter.`,
  completed: 'Er ist fertig.',
  cancelled: 'Er ist abgebrochen.',
  cancelling: 'Er hält nach dem Etikett an, das gerade gedruckt wird.',
  reprinted: (id) => `Wird als Auftrag ${id} noch einmal gedruckt.`,
  noAnswer: 'Der Dienst antwortet nicht: bitte sehen Sie nach dem Auftrag, bevor Sie es noch einmal versuchen.',
  later: (seconds) => `Bitte in ${seconds} s erneut versuchen.`,
  readOf: (printer, job, read, all) => `${printer}, Auftrag ${job}: ${read} von ${labels(all)} zurückgelesen`,
  readLabels: 'Etiketten lesen',
  nextLabel: (label, all) => `Das nächste ist Etikett ${label} von ${all}:`,
  allRead: (all) => (all === 1 ? 'Das Etikett ist gelesen.' : `Alle ${all} Etiketten sind gelesen.`),
  printAgain: (label) => `Etikett ${label} noch einmal drucken`,
  notRead: 'nicht zurückgelesen',
  moment: 'Einen Moment …',
  scanned: {
    right: (label) => `Richtig: Etikett ${label}.`,
    out_of_order: (label, _text, expected) =>
      `Nicht an der Reihe: das ist Etikett ${label}. Es zählt; Etikett ${expected} fehlt noch.`,
    double: (label, _text, expected) => `Doppelt: Etikett ${label} ist schon gelesen. Fehlt Etikett ${expected}?`,
    wrong: (_label, text) => `Falsch: „${text}“ ist kein Etikett dieses Auftrags.`,
  },
  gone: 'Ältere Aufträge konnten nicht geladen werden.',
}
