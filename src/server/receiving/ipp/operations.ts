/** Operations by their codes: RFC 8011, 5.4.15, PWG 5100.11 (Cancel-My-Jobs, Close-Job) and 5100.13 (Identify-Printer). */
export const operations = {
  printJob: 0x0002,
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
  cancelMyJobs: 0x0039,
  closeJob: 0x003b,
  identifyPrinter: 0x003c,
} as const
