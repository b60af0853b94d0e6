import { createServer } from 'node:http'
import { yardstick } from '../yardstick.ts'

/** Does the yardstick's work for every request except /healthz. */
createServer((request, response) => {
  const body = request.url === '/healthz' ? new Uint8Array() : yardstick()
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
