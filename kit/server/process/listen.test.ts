import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { withListenErrors, listen, type ListenAddress } from './listen.ts'
import { StartupError } from './startup-error.ts'

const web: ListenAddress = {
  purpose: 'the web server',
  host: '127.0.0.1',
  port: 0,
  hostVariable: 'HTTP_HOST',
  portVariable: 'HTTP_PORT',
}

test('LS1 a free port is used, a busy one explained', async () => {
  const first = createServer()
  onTestFinished(() => void first.close())
  const { port } = await listen(first, web)
  expect(port).toBeGreaterThan(0)
  const second = listen(createServer(), { ...web, port })
  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(
    `Cannot start the web server: port ${port} is already in use by another program. Choose ` +
      `another one with HTTP_PORT, for example HTTP_PORT=${port + 1}.`,
  )
})

test.for([
  [
    'EACCES',
    80,
    'this user may not listen on port 80. Choose another one with HTTP_PORT, for example ' +
      'HTTP_PORT=8080.',
  ],
  [
    'EADDRNOTAVAIL',
    8080,
    'this machine has no address 127.0.0.1. Correct it in HTTP_HOST; 0.0.0.0 means all addresses.',
  ],
] as const)('LS1 %s is explained', async ([code, port, explanation]) => {
  const failing = withListenErrors({ ...web, port }, () =>
    Promise.reject(Object.assign(new Error('no'), { code })),
  )
  await expect(failing).rejects.toThrow(explanation)
})

test('LS1 an address of no network card is explained, other failures pass', async () => {
  await expect(listen(createServer(), { ...web, host: '192.0.2.1' })).rejects.toThrow(
    'no address 192.0.2.1. Correct it in HTTP_HOST',
  )
  const defect = new Error('something else')
  await expect(withListenErrors(web, () => Promise.reject(defect))).rejects.toBe(defect)
})
