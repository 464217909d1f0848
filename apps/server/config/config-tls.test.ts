import { expect, test } from 'vitest'
import { EnvironmentReader } from './config-environment.ts'
import { readMqttTls } from './config-tls.ts'

const read = (environment: Readonly<Record<string, string>>) => {
  const from = new EnvironmentReader(environment)
  return { tls: readMqttTls(from, (path) => `/srv/${path}`), problems: from.problems }
}

test.each([
  [{ TLS_CERT: 'a' }, 'TLS_CERT'],
  [{ TLS_KEY: 'a' }, 'TLS_KEY'],
  [{ MQTTS_PORT: '8883' }, 'MQTTS_PORT'],
])('CF2 a port with TLS needs a certificate and its key: %j is refused', (wrong, variable) => {
  expect(read(wrong).problems.map((problem) => problem.variable)).toEqual([variable])
})

test('CF1 the port with TLS is the usual one unless another is chosen', () => {
  const files = { certificate: '/srv/c.pem', key: '/srv/k.pem', authority: null }
  expect(read({ TLS_CERT: 'c.pem', TLS_KEY: 'k.pem' }).tls).toEqual({ port: 8_883, files })
  expect(read({}).tls).toBeNull()
})
