import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { isEmail } from '#kit/model/address.ts'
import { DeliveryFailure } from '../deliveries/delivery-failure.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import type { Delivery, Sender } from '../deliveries/delivery.ts'
import type { MailAttachments } from './mail-attachments.ts'
import { MailContent } from './mail-content.ts'
import type { MailSettings } from './mail-settings.ts'
import { smtpFailure } from './smtp-failure.ts'

/** What an attempt may take: to connect, until the server greets, in silence, and in all. */
const timeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
} as const
const wholeMs = 120_000

/**
 * Delivers mail by SMTP: one connection for each, as there are few. Throws a StartupError where
 * the authority of the settings is none.
 */
export function createSmtpSender(settings: MailSettings, attachments: MailAttachments): Sender {
  assertAuthority(settings.authority)
  return async (delivery, signal) => {
    const { attachment, ...content } = MailContent.parse(delivery.content)
    if (!isEmail(content.to)) throw new DeliveryFailure('withdrawn', '', true)
    const file = attachment ? await attachments.find(attachment.holder, attachment.id) : null
    if (attachment && !file) throw new DeliveryFailure('withdrawn', '', true)
    const transport = open(settings)
    try {
      const sent = transport.sendMail({
        ...{ from: settings.from, ...content, to: { name: '', address: content.to } },
        ...{ messageId: messageIdOf(settings, delivery) },
        date: new Date(delivery.createdAt),
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        attachments: file ? [{ path: file.path, filename: file.name, contentType: file.type }] : [],
      })
      const { response } = await withinTime(sent, signal)
      return response
    } catch (error) {
      throw smtpFailure(error, settings.account?.password)
    } finally {
      transport.close()
    }
  }
}

function open({ host, port, encryption, account, authority }: MailSettings) {
  return createTransport({
    ...{ host, port, ...timeouts, disableUrlAccess: true },
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(account && { auth: { user: account.user, pass: account.password } }),
    tls: { minVersion: 'TLSv1.2', ...(authority && { ca: authorityIn(authority) }) },
  })
}

function assertAuthority(path: string | null): void {
  if (path === null) return
  try {
    void new X509Certificate(readFileSync(path))
  } catch (error) {
    throw new StartupError(`Mail cannot use SMTP_CA=${path}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Read anew for each mail, as it may have been renewed. */
function authorityIn(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new DeliveryFailure('insecure', `SMTP_CA: ${reasonOf(error)}`)
  }
}

/** The same at every attempt: mail programs recognise a repetition by it. */
function messageIdOf({ from }: MailSettings, { id }: Delivery): string {
  const domain = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'warroom'
  return `<${id}@${domain}>`
}

async function withinTime<Sent>(sent: Promise<Sent>, signal: AbortSignal): Promise<Sent> {
  const over = new AbortController()
  const late = delay(wholeMs, undefined, {
    signal: AbortSignal.any([signal, over.signal]),
    ref: false,
  }).then(() => {
    throw new DeliveryFailure('time_out', '')
  })
  try {
    return await Promise.race([sent, late])
  } finally {
    over.abort()
    late.catch(() => undefined)
    sent.catch(() => undefined)
  }
}
