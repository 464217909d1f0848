import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, expect, test } from 'vitest'
import { firstCertificate, secondCertificate } from '#testing/certificates.ts'
import { mailSink } from '#testing/peers/mail-sink.ts'
import { MailAttachments } from './mail-attachments.ts'
import type { MailSettings } from './mail-settings.ts'
import { createSmtpSender } from './smtp-sender.ts'

const directory = mkdtempSync(join(tmpdir(), 'warroom-mail-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const authority = join(directory, 'ca.pem')
writeFileSync(authority, firstCertificate.certificate)
const other = join(directory, 'other.pem')
writeFileSync(other, secondCertificate.certificate)
const account = { user: 'plant', password: 'geheim:1' }
const attachments = new MailAttachments()

const settings = (port: number, more: Partial<MailSettings> = {}): MailSettings => ({
  ...{ host: '127.0.0.1', port, encryption: 'starttls', account: null, authority },
  from: 'Warroom <plant@warroom.test>',
  ...more,
})
const content = { to: 'one@people.test', subject: 'Проверка 檢查', text: 'Xin chào\nпривет' }
const delivery = (more: object = {}) => ({
  ...({ id: '0b9f6f0e-0000-4000-8000-000000000001', channel: 'mail', source: 'test' } as const),
  ...{ userId: null, target: 'one@people.test', attempt: 1, createdAt: Date.UTC(2026, 10, 20) },
  content: { ...content, ...more },
})
async function sink(options: Parameters<typeof mailSink>[0] = {}) {
  const opened = await mailSink(options)
  onTestFinished(() => opened.close())
  return opened
}
const send = (of: MailSettings, more: object = {}) =>
  createSmtpSender(of, attachments)(delivery(more), new AbortController().signal)

test.each([
  ['starttls', false],
  ['tls', true],
] as const)('ML2 a mail leaves by %s, in the name of the account', async (encryption, isSecure) => {
  const { port, mails } = await sink({ account, isSecure })
  expect(await send(settings(port, { encryption, account }))).toContain('taken')
  expect(mails).toMatchObject([
    { from: 'plant@warroom.test', to: ['one@people.test'], isEncrypted: true },
  ])
  const [mail] = mails
  expect(mail?.headers.get('message-id')).toBe(
    '<0b9f6f0e-0000-4000-8000-000000000001@warroom.test>',
  )
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
})

test('NT20 no mail leaves to somebody whose data was erased meanwhile', async () => {
  const { port, mails } = await sink()
  const erased = send(settings(port), { to: '▇▇▇' })
  await expect(erased).rejects.toMatchObject({ reason: 'withdrawn', isFinal: true })
  expect(mails).toEqual([])
})

test('ML2 without encryption nothing leaves where it is demanded', async () => {
  const { port, mails } = await sink({ options: { disabledCommands: ['STARTTLS', 'AUTH'] } })
  await expect(send(settings(port))).rejects.toMatchObject({ reason: 'insecure' })
  expect(mails).toEqual([])
  await send(settings(port, { encryption: 'none', authority: null }))
  expect(mails).toMatchObject([{ isEncrypted: false }])
})

test('ML2 a certificate that nobody vouches for ends the connection', async () => {
  const { port, mails } = await sink()
  const failure = { reason: 'insecure', isFinal: false }
  await expect(send(settings(port, { authority: other }))).rejects.toMatchObject(failure)
  expect(mails).toEqual([])
})

test('ML3 a file goes with it, as its holder says; what is gone does not leave', async () => {
  const { port, mails } = await sink()
  const path = join(directory, 'file')
  writeFileSync(path, 'a;b\r\n1;2\r\n')
  attachments.add('tests', async (id) =>
    id === 'here' ? { path, name: 'Zähler 檢查.csv', type: 'text/csv' } : null,
  )
  await send(settings(port), { attachment: { holder: 'tests', id: 'here' } })
  expect(mails[0]?.source).toContain(Buffer.from('a;b\r\n1;2\r\n').toString('base64'))
  expect(mails[0]?.source).toContain('Content-Type: text/csv')
  const gone = send(settings(port), { attachment: { holder: 'tests', id: 'gone' } })
  await expect(gone).rejects.toMatchObject({ reason: 'withdrawn', isFinal: true })
  expect(mails).toHaveLength(1)
})

test.each([
  'report.pdf',
  'Zähler 檢查.csv',
  `Báo cáo ca 夜班 😀 Ночь "q" \\ ; = %41 ${'x'.repeat(60)}… +12 2026-11-19 2026-11-19.xlsx`,
])('ML3 a file arrives as it is called, in parts where that is long: %s', async (name) => {
  const { port, mails } = await sink()
  const path = join(directory, 'named')
  writeFileSync(path, 'a')
  attachments.add('named', async () => ({ path, name, type: 'text/csv' }))
  await send(settings(port), { attachment: { holder: 'named', id: 'any' } })
  const [, part = ''] = mails[0]?.source.split('Content-Disposition: attachment;') ?? []
  expect(nameIn(part.slice(0, part.indexOf('\r\n\r\n')))).toBe(name)
  expect(Math.max(...part.split('\r\n').map((line) => line.length))).toBeLessThan(79)
})

/** The name of a file as RFC 2231 has it: in parts, of which those with a star are encoded. */
function nameIn(parameters: string): string {
  const parts = [...parameters.matchAll(/filename(?:\*\d+)?(\*)?=("?)([^;\r\n]*?)\2(?:;|\s|$)/g)]
  const texts = parts.map(([, star, , text = '']) => {
    const plain = text.replace(/^utf-8''/i, '')
    return star === undefined ? plain : decodeURIComponent(plain)
  })
  return texts.join('')
}

test('ML4 the answer of the server decides whether a retry makes sense', async () => {
  const answers = [
    { code: 550, text: 'no such person', end: { reason: 'refused', isFinal: true } },
    { code: 451, text: 'try later', end: { reason: 'refused', isFinal: false } },
  ]
  for (const { code, text, end } of answers) {
    const { port } = await sink({ refuse: () => ({ code, text }) })
    const sent = send(settings(port))
    await expect(sent).rejects.toMatchObject({ ...end, message: expect.stringContaining(text) })
  }
})

test('ML4 a wrong password is reported without the password', async () => {
  const { port } = await sink({ account })
  const wrong = { user: 'plant', password: 'falsch-geheim' }
  const sent = send(settings(port, { account: wrong }))
  await expect(sent).rejects.toMatchObject({ reason: 'authentication', isFinal: false })
  await expect(sent).rejects.not.toThrow(/falsch-geheim/)
})

test('ML4 a server that is not there, and one that closes, can be retried', async () => {
  const closing = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve) => void closing.listen(0, '127.0.0.1', resolve))
  const { port } = closing.address() as AddressInfo
  await expect(send(settings(port))).rejects.toMatchObject({ isFinal: false })
  await new Promise((resolve) => void closing.close(resolve))
  await expect(send(settings(port))).rejects.toMatchObject({ reason: 'unreachable' })
})

test('ML5 no line of a subject becomes a header of its own', async () => {
  const { port, mails } = await sink()
  await send(settings(port), { subject: 'Alarm\r\nBcc: all@people.test' })
  expect(mails[0]?.to).toEqual(['one@people.test'])
  expect(mails[0]?.headers.has('bcc')).toBe(false)
})

test('ML1 an authority that cannot be read, or is no certificate, stops the start', () => {
  const missing = join(directory, 'missing.pem')
  const noCertificate = join(directory, 'none.pem')
  writeFileSync(noCertificate, 'nothing')
  for (const path of [missing, noCertificate, directory])
    expect(() => createSmtpSender(settings(25, { authority: path }), attachments)).toThrow(
      expect.objectContaining({
        name: 'StartupError',
        message: expect.stringContaining(`SMTP_CA=${path}: `),
      }),
    )
})

test('ML4 an authority that was removed after the start fails the attempt alone', async () => {
  const renewed = join(directory, 'renewed.pem')
  writeFileSync(renewed, firstCertificate.certificate)
  const sender = createSmtpSender(settings(25, { authority: renewed }), attachments)
  rmSync(renewed)
  const sent = sender(delivery(), new AbortController().signal)
  await expect(sent).rejects.toMatchObject({ reason: 'insecure', isFinal: false })
})
