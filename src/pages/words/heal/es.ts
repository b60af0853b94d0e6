/** What the page of healed documents says by its script, in Spanish. */

import type { HealWords } from './en.ts'

const labelsOf = (count: number): string => (count === 1 ? '1 etiqueta' : `${count} etiquetas`)

export const heal: HealWords = {
  tooLarge: 'Es demasiado grande: un documento tiene como máximo 8 MiB.',
  healing: 'Se dibujan las etiquetas …',
  found: (labels, healed, left) =>
    [
      `${labelsOf(labels)}:`,
      `${healed === 1 ? '1 símbolo está dibujado' : `${healed} símbolos están dibujados`} de nuevo${left === 0 ? '.' : ','}`,
      ...(left === 0 ? [] : [`${left === 1 ? '1 queda' : `${left} quedan`} como antes.`]),
    ].join(' '),
  noSymbol: (labels) => `${labelsOf(labels)}. No se encontró ningún símbolo: solo se dibujan palabras y líneas.`,
  label: (number, count) => `Etiqueta ${number} de ${count}`,
  ofPage: (page) => `página ${page}`,
  ofPart: (page, part) => `página ${page}, parte ${part}`,
  measure: (width, height) => `${width} × ${height} mm`,
  before: 'Como la imprime un controlador',
  after: 'Reparada',
  pictureBefore: (number) => `La etiqueta ${number} como la imprime un controlador de impresora`,
  pictureAfter: (number) => `La etiqueta ${number} como se imprime reparada`,
  show: 'Mostrar las imágenes',
  showOf: (number) => `Mostrar las imágenes de la etiqueta ${number}`,
  save: 'Guardar esta etiqueta',
  saveOf: (number) => `Guardar la etiqueta ${number}`,
  symbols: (number) => `Símbolos de la etiqueta ${number}`,
  width: (before, after) => (after === undefined ? `X ${before} mm` : `X ${before} → ${after} mm`),
  grade: (before, after) => `Grado ${before} → ${after}`,
  unreadable: 'ilegible',
  states: {
    healed: 'Dibujado de nuevo en puntos enteros.',
    doubtful: 'Como antes: no se lee dos veces con los mismos módulos y sin errores.',
    inverted: 'Como antes: es claro sobre oscuro.',
    tilted: 'Como antes: no está paralelo a los lados de la etiqueta.',
    touched: 'Como antes: hay algo sobre sus barras que puede formar parte de él.',
    no_room: 'Como antes: en puntos enteros sus zonas de silencio no quedarían libres.',
  },
  notes: {
    turned: () => 'La página está girada un cuarto en el sentido de las agujas del reloj.',
    cropped: () => 'Lo impreso en la página está en el centro de la etiqueta.',
    scaled: (percent) => `La página es mayor que la etiqueta y se imprime al ${percent} % de su tamaño.`,
    cut: () => 'La página es mayor que la etiqueta: lo que sobresale se corta.',
    dithered: () => 'Las imágenes y las zonas grises se imprimen con puntos finos.',
    guards_shortened: () => 'Las barras de guarda tienen la altura de las demás, porque debajo hay palabras.',
  },
  ask: (printer, labels) => `¿Imprimir ${labelsOf(labels)} en ${printer}?`,
  yes: (labels) => `Imprimir ${labelsOf(labels)}`,
  no: 'Ahora no',
  later: (seconds) => `El servicio está ocupado. Inténtelo de nuevo en ${seconds} s.`,
  unanswered: 'El servicio no responde. Inténtelo de nuevo.',
}
