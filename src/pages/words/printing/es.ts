/** What pages say of a print job that was just made, and of counters in its text, in Spanish. */

import type { PrintingWords } from './en.ts'

export const printing: PrintingWords = {
  job: (id, title) => (title === undefined ? `Trabajo ${id}` : `Trabajo ${id}: ${title}`),
  sentOf: (sent, all) =>
    `${sent} de ${all === 1 ? '1 etiqueta' : `${all} etiquetas`} ${sent === 1 ? 'enviada' : 'enviadas'}`,
  printedOf: (printed, all) =>
    `${printed} de ${all === 1 ? '1 etiqueta' : `${all} etiquetas`} ${printed === 1 ? 'impresa' : 'impresas'}`,
  cancel: 'Cancelar',
  notCancelled: 'El servicio no responde. Intente cancelar de nuevo.',
  notLive: 'Aquí ya no se ve cómo sigue: abra el enlace para verlo.',
  notFollowed: 'Con esta clave no se ve cómo sigue el trabajo.',
  todo: {
    waiting:
      'La impresora aún no lo acepta. Compruebe que está encendida, cerrada y con etiquetas: se imprimirá en cuanto esté lista.',
    uncertain:
      'Se interrumpió. Mire cuál fue la última etiqueta que salió, abra el enlace e indíquela: continuará después de ella.',
    failed: 'No se imprimirá más tarde. Revise la impresora e imprima de nuevo.',
    cancelled: 'Las etiquetas que falten se imprimen desde el enlace.',
    held: 'Se ha encontrado un error en él. Siga el enlace para leerlo, e imprímalo de todos modos o cancélelo.',
  },
  remedies: {
    unreachable: 'Compruebe que está encendida y conectada, e imprima de nuevo.',
    silent: 'Compruebe si le falta papel, está abierta o en pausa, e imprima de nuevo lo que falte.',
    refused: 'Mire qué indica su pantalla, e imprima de nuevo.',
  },
  readLabels: 'Leer ahora sus etiquetas',
  counting: {
    use: 'Ponerlo en el texto',
    placed: (name) => `El número de ${name} está en el texto, donde estaba el cursor.`,
    write: (text) => `Escriba ${text} en los textos de la tabla, donde deba ir el número.`,
    nameWrong: 'Un nombre con minúsculas, cifras y guiones, por favor.',
    isThere: 'Ese contador ya existe: elíjalo en la lista.',
    unanswered: 'El servicio no responde. Inténtelo de nuevo.',
  },
}
