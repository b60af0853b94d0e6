import { createServer } from 'node:http'

/** The minimum for an HTTP response: 500 constant bytes. */
const body = Buffer.alloc(500, 'x')
const headers = { 'Content-Type': 'image/png', 'Content-Length': body.length }

createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(process.env.PORT), process.env.HOST)
