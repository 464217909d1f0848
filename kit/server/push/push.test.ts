import { createECDH } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { pushService } from '#testing/peers/push-service.ts'
import { TargetGuard } from '../webhooks/target-guard.ts'
import { curve, encryptPush, maximumPlainBytes } from './encrypt.ts'
import { postPush, type PushMessage } from './post-push.ts'
import { createVapidSecret, vapidKeysOf } from './vapid.ts'

const service = await pushService()
afterAll(() => service.close())

const bytes = (text: string) => Buffer.from(text, 'base64url')

test('PU1 a message is encrypted as in the example of RFC 8291', () => {
  const pair = createECDH(curve)
  pair.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const browser = {
    p256dh: bytes(
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    ),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  }
  const salt = bytes('DGv6ra1nlYgDCS1FRnbzlw')
  const text = Buffer.from('When I grow up, I want to be a watermelon')
  expect(encryptPush(text, browser, { pair, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml' +
      'mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT' +
      'pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

const vapid = vapidKeysOf(createVapidSecret())
const sending = {
  ...{ vapid, subject: 'mailto:plant@warroom.test', now: Date.UTC(2026, 10, 20, 8) },
  guard: new TargetGuard(['127.0.0.1']),
}
const message: PushMessage = {
  ...{ payload: { title: '警報' }, lifetimeSeconds: 3_600, urgency: 'high', topic: 'alarm-7' },
}
const addressOf = ({ endpoint, keys }: ReturnType<typeof service.subscribe>) => ({
  ...{ endpoint, p256dh: bytes(keys.p256dh), auth: bytes(keys.auth) },
})
const { signal } = new AbortController()

test('PU1 the browser alone reads it, and the push service recognises the sender', async () => {
  const address = addressOf(service.subscribe('one'))
  const answer = await postPush(address, message, sending, signal, () => {})
  expect(answer).toBe('201')
  const [{ text, headers, claims } = { text: '', headers: {}, claims: {} }] = service.pushed
  expect(JSON.parse(text)).toEqual({ title: '警報' })
  expect(headers).toMatchObject({
    ...{ ttl: '3600', urgency: 'high', topic: 'alarm-7', 'content-encoding': 'aes128gcm' },
  })
  expect(claims).toEqual({
    ...{ aud: service.address, sub: 'mailto:plant@warroom.test' },
    exp: Date.UTC(2026, 10, 20, 20) / 1_000,
  })
})

test('PU2 a browser that is gone is reported, any other answer is only a failure', async () => {
  const address = addressOf(service.subscribe('two'))
  let gone = 0
  const send = () => postPush(address, message, sending, signal, () => gone++)
  service.refuseNext('two', 429)
  service.refuseNext('two', 403)
  await expect(send()).rejects.toMatchObject({ reason: 'refused', isFinal: false })
  await expect(send()).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  expect(gone).toBe(0)
  service.unsubscribe('two')
  await expect(send()).rejects.toMatchObject({ reason: 'refused', isFinal: true })
  expect(gone).toBe(1)
})

test('PU3 nothing is sent into the own network, and nothing that does not fit', async () => {
  const address = addressOf(service.subscribe('three'))
  const guarded = { ...sending, guard: new TargetGuard([]) }
  const sent = service.pushed.length
  await expect(postPush(address, message, guarded, signal, () => {})).rejects.toMatchObject({
    ...{ reason: 'blocked', isFinal: true },
  })
  const large = { ...message, payload: { text: 'x'.repeat(maximumPlainBytes) } }
  expect(() => postPush(address, large, sending, signal, () => {})).toThrow(RangeError)
  expect(service.pushed).toHaveLength(sent)
})
