import type { FastifyInstance } from 'fastify'
import { Outbox } from '#kit/server/deliveries/outbox.ts'
import { MailAttachments } from '#kit/server/mail/mail-attachments.ts'
import { createSmtpSender } from '#kit/server/mail/smtp-sender.ts'
import { addressOf } from './announcement.ts'
import type { Dependencies } from './app.ts'

/** What leaves for somebody outside. */
export interface DeliveryServices {
  readonly outbox: Outbox
  readonly attachments: MailAttachments
  /** The address under which people open the site, without a closing slash. */
  readonly siteAddress: () => string
}

/** Everything that waits to be delivered, from the first request on until the last one. */
export function registerDeliveries(
  app: FastifyInstance,
  { config, engines: { sql }, bus, clock, log }: Dependencies,
): DeliveryServices {
  const outbox = new Outbox({ sql, bus, clock, log })
  const attachments = new MailAttachments()
  if (config.mail) outbox.setSender('mail', createSmtpSender(config.mail, attachments))
  app.addHook('onReady', () => outbox.open())
  app.addHook('onClose', () => outbox.close())
  const siteAddress = () => {
    const address = app.server.address()
    const isNetwork = typeof address === 'object' && address !== null
    return addressOf(config, isNetwork ? address.port : config.http.port)
  }
  return { outbox, attachments, siteAddress }
}
