import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { firstCertificate, secondCertificate } from '#testing/certificates.ts'
import { telemetryTopic } from '#testing/sites/device-site.ts'
import { startSite } from '#testing/sites/site.ts'
import { temporaryDirectory } from '#testing/temporary-directory.ts'

const run = promisify(execFile)

it('IN67 serves MQTT over TLS to clients that trust its certificate, and ends', async () => {
  const directory = temporaryDirectory()
  const [cert, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  writeFileSync(cert, firstCertificate.certificate)
  writeFileSync(key, firstCertificate.key)
  const site = await startSite({ TLS_CERT: cert, TLS_KEY: key, MQTTS_PORT: '0' })
  onTestFinished(() => site.close())
  const { mqttsUrl } = site.server
  await site.addDevice('pump-1')
  for (const protocolVersion of [4, 5] as const) {
    const ca = firstCertificate.certificate
    const client = await site.connect('pump-1', { protocolVersion, ca }, mqttsUrl)
    const document = JSON.stringify({ ts: Date.now(), values: { [`v${protocolVersion}`]: 1 } })
    await client.publishAsync(telemetryTopic('pump-1'), document, { qos: 1 })
  }
  expect(await site.count('pump-1')).toBe(2)
  const stranger = site.connect('pump-1', { ca: secondCertificate.certificate }, mqttsUrl)
  await expect(stranger).rejects.toThrow(/self.signed|certificate/i)
  const { port } = new URL(mqttsUrl)
  await run('mosquitto_pub', [
    ...['--cafile', cert, '-h', 'localhost', '-p', port, '-u', 'pump-1'],
    ...['-P', site.tokenOf('pump-1'), '-q', '1', '-t', telemetryTopic('pump-1'), '-m', '{"m":1}'],
  ])
  expect(await site.count('pump-1')).toBe(3)
  expect(await site.server.stop()).toBe(0)
})
