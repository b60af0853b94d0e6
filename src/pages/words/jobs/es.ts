/** What the page of print jobs says by its script, in Spanish. */

import type { JobWords } from './en.ts'

const labels = (count: number): string => (count === 1 ? '1 etiqueta' : `${count} etiquetas`)

export const jobs: JobWords = {
  labels,
  progress: (sent, all) => `${sent} de ${labels(all)}`,
  job: (id) => `Trabajo ${id}`,
  live: 'En directo: los cambios se ven al momento.',
  asking: (seconds) => `No está en directo: se pregunta cada ${seconds} s.`,
  unanswered: 'El servicio no responde. Esta página sigue preguntando.',
  waitFor: (count) => (count === 1 ? '1 trabajo le espera a usted' : `${count} trabajos le esperan a usted`),
  about: (printer, count, when, by) => `${printer}: ${labels(count)}, ${when}${by === '' ? '' : `, de ${by}`}`,
  stopped: (confirmed, first, last) => {
    const certain = confirmed === 0 ? '' : `${labels(confirmed)} con seguridad. `
    return `Se interrumpió. ${certain}${first === last ? `La etiqueta ${first} está` : `Las etiquetas ${first} a ${last} están`} en duda.`
  },
  isOnRoll: (label) => `¿Está la etiqueta ${label} en el rollo?`,
  yes: (next) => `Sí: seguir en la ${next}`,
  yesLast: 'Sí: era la última, está todo impreso',
  no: (label) => `No: seguir en la ${label}`,
  lastOnRoll: 'O la última del rollo es otra: la etiqueta',
  between: (first, last) => `Indique una etiqueta de la ${first} a la ${last}.`,
  goOn: 'Seguir después de ella',
  cancel: 'Cancelar',
  cancelRest: 'Cancelar el resto',
  reprint: 'Imprimir otra vez',
  from: 'De la etiqueta',
  to: 'a la etiqueta',
  why: 'Motivo',
  whyExample: 'rota, no se lee, …',
  whyMissing: 'Indique el motivo: aparece en la lista junto al nuevo trabajo.',
  range: (most) => (most === 1 ? 'Solo hay la etiqueta 1.' : `Indique etiquetas de la 1 a la ${most}, en orden.`),
  facts: {
    id: 'Número',
    sent: 'Enviadas',
    confirmed: 'Impresas con seguridad',
    from: 'Primera sin confirmar',
    created: 'Aceptado',
    ended: 'Terminado',
    by: 'De',
    reason: 'Motivo',
    idempotencyKey: 'Clave de idempotencia',
  },
  label: (number) => `etiqueta ${number}`,
  resumed: (from) => `Sigue en la etiqueta ${from}.`,
  completed: 'Está terminado.',
  cancelled: 'Está cancelado.',
  cancelling: 'Se detiene después de la etiqueta que se está imprimiendo.',
  reprinted: (id) => `Se imprime otra vez como trabajo ${id}.`,
  noAnswer: 'El servicio no responde: mire el trabajo antes de intentarlo de nuevo.',
  later: (seconds) => `Inténtelo de nuevo en ${seconds} s.`,
  gone: 'No se pudieron cargar los trabajos anteriores.',
}
