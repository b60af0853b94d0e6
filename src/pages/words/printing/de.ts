/** What pages say of a print job that was just made, and of counters in its text, in German. */

import type { PrintingWords } from './en.ts'

export const printing: PrintingWords = {
  job: (id, title) => (title === undefined ? `Auftrag ${id}` : `Auftrag ${id}: ${title}`),
  sentOf: (sent, all) => `${sent} von ${all === 1 ? '1 Etikett' : `${all} Etiketten`} gesendet`,
  printedOf: (printed, all) => `${printed} von ${all === 1 ? '1 Etikett' : `${all} Etiketten`} gedruckt`,
  cancel: 'Abbrechen',
  notCancelled: 'Der Dienst antwortet nicht. Bitte brechen Sie noch einmal ab.',
  notLive: 'Was daraus wird, ist hier nicht mehr zu sehen: bitte folgen Sie dem Link.',
  notFollowed: 'Was aus dem Auftrag wird, ist mit diesem Schlüssel nicht zu sehen.',
  todo: {
    waiting:
      'Der Drucker nimmt ihn noch nicht an. Bitte sehen Sie nach, ob er eingeschaltet, geschlossen und bestückt ist: sobald er bereit ist, wird gedruckt.',
    uncertain:
      'Er brach ab. Bitte sehen Sie nach, welches Etikett zuletzt herauskam, folgen Sie dem Link und geben Sie es an: danach geht es weiter.',
    failed: 'Er wird nicht später gedruckt. Bitte sehen Sie nach dem Drucker und drucken Sie noch einmal.',
    cancelled: 'Fehlende Etiketten drucken Sie über den Link.',
    held: 'In ihm wurde ein Fehler gefunden. Der Link zeigt, welcher; dort wird er trotzdem gedruckt oder abgebrochen.',
  },
  remedies: {
    unreachable: 'Bitte sehen Sie nach, ob er eingeschaltet und angeschlossen ist, und drucken Sie noch einmal.',
    silent:
      'Bitte sehen Sie nach, ob das Papier aus, der Deckel offen oder der Drucker angehalten ist, und drucken Sie noch einmal, was fehlt.',
    refused: 'Bitte sehen Sie nach, was auf seinem Display steht, und drucken Sie noch einmal.',
  },
  readLabels: 'Seine Etiketten jetzt lesen',
  counting: {
    use: 'In den Text setzen',
    placed: (name) => `Die Nummer von ${name} steht im Text, wo der Cursor war.`,
    write: (text) => `Schreiben Sie ${text} in die Texte der Tabelle, wo die Nummer stehen soll.`,
    nameWrong: 'Bitte ein Name aus Kleinbuchstaben, Ziffern und Bindestrichen.',
    isThere: 'Diesen Zähler gibt es: bitte wählen Sie ihn in der Liste.',
    unanswered: 'Der Dienst antwortet nicht. Bitte versuchen Sie es noch einmal.',
  },
}
