import { isIP } from 'node:net'
import { mailEncryptions, type MailSettings } from '#kit/server/mail/mail-settings.ts'
import type { EnvironmentReader } from './config-environment.ts'
import { host } from './config-networks.ts'
import { InvalidValue, oneOf, text, type Reader } from './config-values.ts'
import { port } from './config-numbers.ts'

const defaultPorts = { starttls: 587, tls: 465, none: 25 } as const
const addressForm = /^[^\s@<>,;]+@[^\s@<>,;]+$/

/** A mail address, alone or after a name. */
const sender: Reader<string> = {
  allowed: 'warroom@example.com, or Warroom <warroom@example.com>',
  read(value) {
    const read = text(320).read(value)
    const address = /<([^<>]*)>$/.exec(read)?.[1] ?? read
    if (!addressForm.test(address)) throw new InvalidValue('is no mail address')
    return read
  },
}

/** The mail server; null where none is named. `pathOf` makes a path absolute. */
export function readMail(
  from: EnvironmentReader,
  pathOf: (path: string) => string,
): MailSettings | null {
  const server = from.read('SMTP_HOST', host, null)
  const encryption = from.read('SMTP_ENCRYPTION', oneOf(mailEncryptions), 'starttls')
  const settings = {
    SMTP_PORT: from.read('SMTP_PORT', port, null),
    SMTP_FROM: from.read('SMTP_FROM', sender, null),
    SMTP_USER: from.read('SMTP_USER', text(320), null),
    SMTP_PASSWORD: from.read('SMTP_PASSWORD', text(1024), null),
    SMTP_CA: from.read('SMTP_CA', text(4096), null),
  }
  const { SMTP_FROM: address, SMTP_USER: user, SMTP_PASSWORD: password, SMTP_CA: path } = settings
  if (server === null) {
    for (const [variable, value] of Object.entries(settings))
      if (value !== null) from.refuse(variable, 'stands without SMTP_HOST', 'both, or none')
    return null
  }
  const isWrong = from.problems.some(({ variable }) => variable === 'SMTP_FROM')
  if (address === null && !isWrong)
    from.refuse('SMTP_HOST', 'stands without SMTP_FROM', 'both, or none')
  if ((user === null) !== (password === null))
    from.refuse(
      user === null ? 'SMTP_PASSWORD' : 'SMTP_USER',
      `stands without ${user === null ? 'SMTP_USER' : 'SMTP_PASSWORD'}`,
      'both, or none',
    )
  if (password !== null && encryption === 'none' && !isThisMachine(server))
    from.refuse('SMTP_ENCRYPTION', 'would send the password in the open', 'starttls or tls')
  return {
    ...{ host: server, port: settings.SMTP_PORT ?? defaultPorts[encryption], encryption },
    account: user === null || password === null ? null : { user, password },
    ...{ from: address ?? '', authority: path === null ? null : pathOf(path) },
  }
}

const isThisMachine = (server: string) =>
  server === 'localhost' || server === '::1' || (isIP(server) === 4 && server.startsWith('127.'))
