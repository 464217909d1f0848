import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCaptchaVerifier } from './captcha.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  void text(request).then((body) => {
    asked.push(body)
    const answers: Record<string, object> = {
      person: { success: true, score: 0.9 },
      robot: { success: true, score: 0.1 },
      plain: { success: true },
      'other site': { success: false, 'error-codes': ['invalid-input-secret'] },
      'used twice': { success: false, 'error-codes': ['timeout-or-duplicate'] },
    }
    const token = new URLSearchParams(body).get('response') ?? ''
    if (token === 'page') response.end('<html>')
    else if (token === 'broken') response.destroy()
    else response.end(JSON.stringify(answers[token] ?? { success: false }))
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

const minimumScore = 0.5
/** A machine that runs other tests may take long for an answer. */
const busyMachineMs = 60_000
const verifierAt = (address: string) =>
  createCaptchaVerifier({ secret: 's&cret', url: address, minimumScore }, busyMachineMs)
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`

test('SE11 the verifying service is asked, and its score counts', async () => {
  const verify = verifierAt(url())
  expect(await verify('person', '203.0.113.7')).toBe(true)
  expect(asked).toEqual(['secret=s%26cret&response=person&remoteip=203.0.113.7'])
  const verdicts = ['robot', 'plain', 'used twice', 'unknown', ''].map((token) => verify(token, ''))
  expect(await Promise.all(verdicts)).toEqual([false, true, false, false, false])
  expect(asked).toHaveLength(5)
})

test('SE11 a service that does not answer as one is reported as unavailable', async () => {
  const verify = verifierAt(url())
  for (const token of ['page', 'broken', 'other site'])
    await expect(verify(token, '')).rejects.toMatchObject({ code: 'captcha_unavailable' })
  const nobody = verifierAt('http://127.0.0.1:1/siteverify')
  await expect(nobody('person', '')).rejects.toMatchObject({ code: 'captcha_unavailable' })
})
