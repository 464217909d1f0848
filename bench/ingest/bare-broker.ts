import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { Aedes } from 'aedes'

/**
 * The broker library by itself: takes every message, stores nothing. The reference of what the
 * messages cost without the product.
 */
const broker = await Aedes.createBroker()
const server = createServer((socket) => broker.handle(socket.setNoDelay(true)))
await once(process, 'message')
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
)
process.on('disconnect', () => process.exit(0))
