import { Readable, Transform, type Duplex, type TransformCallback } from 'node:stream'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'
import { FrameGuard } from './frame-guard.ts'

/** What the library has no interface for: how it makes the stream of a connection. */
interface Internals {
  streamBuilder: (client: MqttClient, options?: IClientOptions) => Duplex
}

/**
 * A client of the broker at `url` that never collects a packet of more than `limit` bytes. A longer
 * PUBLISH comes shortened to it, so that it can be acknowledged and refused; a broker that sends
 * another such packet is left, and connected to again. The library collects whatever is announced,
 * and a limit of MQTT 5 would have the broker drop the message without a word.
 */
export function connectGuarded(url: string, options: IClientOptions, limit: number): MqttClient {
  const client = connect(url, { ...options, manualConnect: true })
  const internals = client as unknown as Internals
  const { streamBuilder } = internals
  internals.streamBuilder = (...of) => guarded(streamBuilder(...of), limit)
  // The library would connect again after its end otherwise.
  client.options.manualConnect = false
  client.connect()
  return client
}

/** The stream, except that what is piped from it went through a guard. */
function guarded(stream: Duplex, limit: number): Duplex {
  const frames = new FrameGuard(limit)
  const guard = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      const passed = frames.pass(chunk)
      if (passed === null) stream.destroy(tooLong(limit))
      done(null, passed ?? Buffer.alloc(0))
    },
  })
  const pipe: Duplex['pipe'] = (destination, options) => {
    Readable.prototype.pipe.call(stream, guard)
    return guard.pipe(destination, options)
  }
  return Object.assign(stream, { pipe })
}

function tooLong(limit: number): Error {
  const error = new Error(`the broker sent a packet of more than ${limit} bytes`)
  return Object.assign(error, { code: 'EMSGSIZE' })
}
