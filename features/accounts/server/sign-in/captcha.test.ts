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
    }
    response.end(
      JSON.stringify(
        answers[new URLSearchParams(body).get('response') ?? ''] ?? { success: false },
      ),
    )
  })
})
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => void server.close(() => resolve())))

test('SE11 the verifying service is asked, and its score counts', async () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`
  const verify = createCaptchaVerifier({ secret: 's&cret', url, minimumScore: 0.5 })
  expect(await verify('person', '203.0.113.7')).toBe(true)
  expect(asked).toEqual(['secret=s%26cret&response=person&remoteip=203.0.113.7'])
  expect(await Promise.all(['robot', 'plain', ''].map((token) => verify(token, '')))).toEqual([
    false,
    true,
    false,
  ])
})
