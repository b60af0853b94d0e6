/** What printing on the service's printers needs: jobs, and counters in their texts. The page / loads it where there are printers. */

export { Counting } from './counting.ts'
export { outcomeText, PrintOrders } from './orders.ts'
