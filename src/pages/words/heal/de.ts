/** What the page of healed documents says by its script, in German. */

import type { HealWords } from './en.ts'

const labelsOf = (count: number): string => (count === 1 ? '1 Etikett' : `${count} Etiketten`)

export const heal: HealWords = {
  tooLarge: 'Das ist zu groß: Ein Dokument hat höchstens 8 MiB.',
  healing: 'Die Etiketten werden gezeichnet …',
  found: (labels, healed, left) =>
    [
      `${labelsOf(labels)}:`,
      `${healed === 1 ? '1 Symbol ist' : `${healed} Symbole sind`} neu gezeichnet${left === 0 ? '.' : ','}`,
      ...(left === 0 ? [] : [`${left === 1 ? '1 ist' : `${left} sind`} wie zuvor.`]),
    ].join(' '),
  noSymbol: (labels) => `${labelsOf(labels)}. Es wurde kein Symbol gefunden: Nur Wörter und Linien sind gezeichnet.`,
  label: (number, count) => `Etikett ${number} von ${count}`,
  ofPage: (page) => `Seite ${page}`,
  ofPart: (page, part) => `Seite ${page}, Teil ${part}`,
  measure: (width, height) => `${width} × ${height} mm`,
  before: 'Wie ein Treiber es druckt',
  after: 'Geheilt',
  pictureBefore: (number) => `Etikett ${number}, wie ein Druckertreiber es druckt`,
  pictureAfter: (number) => `Etikett ${number}, wie es geheilt gedruckt wird`,
  show: 'Die Bilder zeigen',
  showOf: (number) => `Die Bilder von Etikett ${number} zeigen`,
  save: 'Dieses Etikett speichern',
  saveOf: (number) => `Etikett ${number} speichern`,
  symbols: (number) => `Symbole von Etikett ${number}`,
  width: (before, after) => (after === undefined ? `X ${before} mm` : `X ${before} → ${after} mm`),
  grade: (before, after) => `Note ${before} → ${after}`,
  unreadable: 'nicht lesbar',
  states: {
    healed: 'Auf ganzen Druckpunkten neu gezeichnet.',
    doubtful: 'Wie zuvor: Es wird nicht zweimal mit denselben Modulen und ohne Fehler gelesen.',
    inverted: 'Wie zuvor: Es ist hell auf dunkel.',
    tilted: 'Wie zuvor: Es liegt schräg zu den Seiten des Etiketts.',
    touched: 'Wie zuvor: Auf seinen Strichen steht etwas, das dazugehören kann.',
    no_room: 'Wie zuvor: Auf ganzen Druckpunkten wären seine Ruhezonen nicht frei.',
  },
  notes: {
    turned: () => 'Die Seite ist um ein Viertel im Uhrzeigersinn gedreht.',
    cropped: () => 'Was auf der Seite gedruckt ist, steht in der Mitte des Etiketts.',
    scaled: (percent) => `Die Seite ist größer als das Etikett und wird mit ${percent} % ihrer Größe gedruckt.`,
    cut: () => 'Die Seite ist größer als das Etikett: Was darüber hinausgeht, ist abgeschnitten.',
    dithered: () => 'Bilder und graue Flächen werden als feine Punkte gedruckt.',
    guards_shortened: () => 'Randstriche sind so hoch wie die übrigen Striche, weil unter ihnen Wörter stehen.',
  },
  ask: (printer, labels) => `${labelsOf(labels)} auf ${printer} drucken?`,
  yes: (labels) => `${labelsOf(labels)} drucken`,
  no: 'Jetzt nicht',
  later: (seconds) => `Der Dienst ist beschäftigt. Bitte in ${seconds} s noch einmal versuchen.`,
  unanswered: 'Der Dienst antwortet nicht. Bitte noch einmal versuchen.',
}
