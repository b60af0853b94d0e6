/** What is wrong with a request, in Spanish. */

import type { FaultWords } from './en.ts'

const unreadable = () => 'El servicio no acepta esta solicitud.'
const date = 'no es una fecha'
const time = 'no es una hora'
const country = 'este país no existe'

export const faults: FaultWords = {
  otherLabels: (design, stock, where) =>
    where === 'printer'
      ? `El diseño es para etiquetas de ${design}, y las de esta impresora son de ${stock}. Elija otra impresora o cambie el tamaño del diseño.`
      : `El diseño es para etiquetas de ${design}, y las de esta hoja son de ${stock}. Elija otra hoja o cambie el tamaño del diseño.`,
  codes: {
    invalid_encoding: () => 'Estos bytes no son texto. Guarde el archivo como CSV UTF-8.',
    duplicate_parameter: ({ field }) => (field === undefined ? 'Hay algo repetido.' : `${field}: está dos veces.`),
    missing_parameter: ({ field }) => (field === undefined ? 'Falta algo.' : `Falta: ${field}.`),
    invalid_parameter: ({ field, given, range, wrongEscape }) => {
      if (wrongEscape !== undefined)
        return `«${wrongEscape}» no es una secuencia de escape: lo son \\t, \\r, \\n, \\\\, \\xHH y \\u{H}.`
      if (range !== undefined) return `Un número de ${range[0]} a ${range[1]}.`
      const what = given === '' ? 'Esto' : `«${given}»`
      return field === undefined
        ? `${what} no es posible aquí.`
        : `${what} no es posible aquí, o no con lo demás que se ha elegido.`
    },
    bad_request: () => 'No se puede leer. ¿Sobra o falta una comilla?',
    invalid_design: () => 'El diseño tiene errores.',
    key_required: ({ scopes }) =>
      scopes.length === 0
        ? 'Para esto hace falta una clave.'
        : `Para esto hace falta una clave con el permiso ${scopes.map((scope) => `«${scope}»`).join(' y ')}.`,
    key_expired: () => 'Esta clave ha caducado. Escriba otra o pida una nueva.',
    key_unknown: () => 'Esta clave no se conoce aquí. Escríbala otra vez o pida una nueva.',
    print_not_allowed: () => 'Esta página no puede imprimir ahí.',
    not_allowed: ({ scopes }) =>
      scopes.length === 0
        ? 'Esta clave no lo permite.'
        : `Esta clave no lo permite. Hace falta una con el permiso ${scopes.map((scope) => `«${scope}»`).join(' y ')}.`,
    not_found: unreadable,
    printer_unknown: () => 'Esta impresora ya no existe. Vuelva a cargar la página.',
    design_unknown: () => 'Este diseño ya no existe. Vuelva a cargar la página.',
    job_unknown: () => 'Este trabajo ya no existe aquí.',
    no_state: () => 'Este servicio no guarda trabajos.',
    method_not_allowed: unreadable,
    request_timeout: () => 'La conexión fue demasiado lenta. Inténtelo de nuevo.',
    job_state: () => 'Eso no es posible ahora con este trabajo: entretanto ha avanzado.',
    job_cancelled: () => 'Este trabajo se canceló.',
    body_too_large: () => 'Es demasiado para una sola vez. Tome menos filas.',
    unsupported_media_type: () => 'Este archivo no es una tabla. Guárdelo como CSV UTF-8.',
    expectation_failed: unreadable,
    wrong_host: () => 'El servicio no responde por este nombre. Pregunte su dirección a quien lo administra.',
    invalid_character: ({ barcode, accepts, part, position }) =>
      position === undefined
        ? `${barcode} no admite uno de estos caracteres. ${accepts}`.trim()
        : `${barcode} no admite «${part}» en la posición ${position}. ${accepts}`.trim(),
    invalid_length: ({ barcode, accepts, count }) =>
      `${barcode} no admite ${count === 1 ? '1 carácter' : `${count} caracteres`}. ${accepts}`.trim(),
    bad_check_digit: ({ instead, part }) =>
      instead === undefined
        ? 'El dígito de control no es correcto.'
        : `El último dígito, ${part}, no concuerda con los demás; tendría que ser ${instead.slice(-1)}.`,
    data_too_long: ({ barcode, accepts }) => `Es demasiado largo para ${barcode}. ${accepts}`.trim(),
    does_not_fit: () => 'Es demasiado grande y no cabe.',
    invalid_document: () =>
      'Del archivo no salen etiquetas: no es PDF, PNG ni JPEG, o está dañado, protegido o es demasiado grande.',
    not_conforming: () => 'Puede que no se lea.',
    not_served: () => 'Este servicio no dibuja eso.',
    too_many_labels: () => 'Son más etiquetas de las que caben en un documento.',
    invalid_rows: () => 'De algunas filas no sale ninguna etiqueta.',
    missing_field: ({ field }) => (field === undefined ? 'Falta un campo del diseño.' : `Falta: ${field}.`),
    invalid_field: ({ given }) => `${given === '' ? 'Esto' : `«${given}»`} no es lo que el diseño pide aquí.`,
    no_counter: () => 'El diseño numera sus etiquetas, pero este servicio no lleva contadores.',
    printers_fixed: () => 'Las impresoras de este servicio están en un archivo que no cambia.',
    printer_changed: () => 'Alguien ha cambiado la impresora entretanto: ábrala de nuevo antes de guardarla.',
    setup_changed: () => 'Alguien ha cambiado la configuración entretanto: elija el archivo de nuevo.',
    own_address: () => 'Es la dirección de este mismo servicio, no la de una impresora.',
    keys_fixed: () => 'Las claves de este servicio están en un archivo que no cambia.',
    designs_fixed: () => 'Los diseños de este servicio son archivos que muestra y no cambia.',
    design_changed: () => 'Alguien ha cambiado el diseño mientras tanto: vuelva a abrirlo antes de guardarlo.',
    counter_used: () => 'El contador nunca retrocede: indique un número posterior para empezar.',
    counter_overlaps: () => 'Otro contador podría dar lo mismo: dé a cada uno números propios, con principio y límite.',
    counter_unknown: () =>
      'Ese contador no existe aquí. Créelo, o escriba dos llaves para el texto mismo: {{serial:nombre}}.',
    counter_exhausted: () => 'El contador ha llegado a su límite: ajústelo de nuevo.',
    key_used: () => 'Con este número se imprimió otra cosa entretanto. Imprima de nuevo.',
    gs1_syntax: ({ part, position, rule }) => {
      if (rule === 'name' || rule === 'compressed') return `«${part}» ${faults.rules[rule]}.`
      return position === undefined || position === 1
        ? 'No es un mensaje GS1: cada valor va detrás de su IA entre paréntesis, como (01)09506000134352.'
        : `«${part}» en la posición ${position} no pertenece a un mensaje GS1: cada valor va detrás de su IA entre paréntesis.`
    },
    gs1_unknown_ai: ({ ai, part, measure }) =>
      measure === undefined
        ? `GS1 no tiene el identificador ${ai === '' ? `«${part}»` : ai}.`
        : `A ${ai} le falta la cuarta cifra, el número de decimales: de ${measure[0]} a ${measure[1]}.`,
    gs1_invalid_value: ({ ai, rule }) =>
      `${ai}: ${rule === undefined ? 'este valor no es correcto' : faults.rules[rule]}.`,
    gs1_missing_ai: ({ ai }) =>
      ai === '' ? 'Falta otro elemento.' : `${ai} necesita otro elemento en el mismo mensaje.`,
    gs1_excluded_ai: ({ ai, rule }) => `${ai} ${rule === 'repeat' ? faults.rules.repeat : faults.rules.ex}.`,
    gs1_carrier: ({ barcode }) => `${barcode} no puede llevar este mensaje.`,
    rate_limited: () => 'Hubo muchas solicitudes a la vez.',
    uri_too_long: () => 'Es demasiado largo para una solicitud.',
    verification_failed: () =>
      'Lo que se dibujó no era lo que se pidió, y no salió nada. Avise a quien se ocupa del servicio.',
    internal_error: () => 'El servicio ha cometido un error. Avise a quien lo administra.',
    printer_unreachable: () => 'No se puede acceder a la impresora.',
    printer_refused: () => 'La impresora no aceptó el trabajo.',
    overloaded: () => 'El servicio está ocupado.',
    state_full: () => 'El servicio no tiene sitio para más trabajos. Avise a quien lo administra.',
    state_failed: () =>
      'El servicio no puede guardar trabajos ahora. Avise a quien lo administra y mire qué se imprimió.',
    printer_timeout: () => 'La impresora no responde.',
  },
  rules: {
    csum: 'el dígito de control no es correcto',
    csumalpha: 'los dos caracteres de control del final no son correctos',
    iban: 'este IBAN no es correcto',
    gcppos1: 'no empieza con un prefijo de empresa GS1',
    gcppos2: 'tras el primer dígito no hay un prefijo de empresa GS1',
    yymmdd: date,
    yymmd0: date,
    yyyymmdd: date,
    yyyymmd0: date,
    hhmi: time,
    hh: 'las horas van de 00 a 23',
    mi: 'los minutos van de 00 a 59',
    ss: 'los segundos van de 00 a 59',
    iso3166: country,
    iso3166999: country,
    iso3166alpha2: country,
    iso4217: 'esta moneda no existe',
    iso5218: 'solo es posible 0, 1, 2 o 9',
    mediatype: 'solo es posible de 01 a 10 y de 80 a 99',
    packagetype: 'este tipo de bulto no existe',
    importeridx: 'solo es posible una letra, una cifra, - o _',
    yesno: 'solo es posible 0 (no) o 1 (sí)',
    winding: 'solo es posible 0, 1 o 9',
    zero: 'aquí solo es posible 0',
    nonzero: 'tiene que ser mayor que 0',
    nozeroprefix: 'aquí no van ceros delante del número',
    hasnondigit: 'hace falta al menos un carácter que no sea una cifra',
    hyphen: 'aquí solo es posible un guion',
    pieceoftotal: 'el número de la pieza va de 1 al total',
    posinseqslash: 'el lugar y el total van como en 2/5',
    pcenc: 'tras un % van dos cifras de 0 a 9 o de A a F',
    latitude: 'esta latitud no existe',
    longitude: 'esta longitud no existe',
    couponcode: 'este código de cupón no está bien compuesto',
    couponposoffer: 'este código de cupón no está bien compuesto',
    csetnumeric: 'solo son posibles cifras',
    cset82: 'solo son posibles letras sin acentos, cifras y algunos signos, sin espacios',
    cset39: 'solo son posibles mayúsculas, cifras y # - /',
    cset64: 'solo son posibles letras, cifras, - y _',
    length: 'es demasiado corto o demasiado largo',
    req: 'falta otro elemento',
    ex: 'no concuerda con otro elemento del mensaje',
    repeat: 'está más de una vez, con valores distintos',
    name: 'nombra un IA con letras, como los enlaces antes de 2021; se aceptan cifras',
    compressed: 'no tiene un IA delante: los enlaces comprimidos no se leen',
  },
}
