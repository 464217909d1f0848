import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { firstCertificate } from '#testing/certificates.ts'

/** A mail as it came over the wire. */
export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  readonly isEncrypted: boolean
  /** Names in lower case; folded lines are joined. */
  readonly headers: ReadonlyMap<string, string>
  /** All of it, with its heads. */
  readonly source: string
}

interface SinkOptions {
  /** Of whoever may send; absent: everybody. */
  readonly account?: { readonly user: string; readonly password: string }
  /** TLS from the first byte. */
  readonly isSecure?: boolean
  /** What it answers instead of taking a mail. */
  readonly refuse?: (mail: ReceivedMail) => { readonly code: number; readonly text: string } | null
  readonly options?: SMTPServerOptions
}

/** A mail server on this machine that keeps what it takes. */
export async function mailSink({ account, isSecure, refuse, options }: SinkOptions = {}) {
  const mails: ReceivedMail[] = []
  const server = new SMTPServer({
    ...{ secure: isSecure ?? false, logger: false, authOptional: account === undefined },
    ...{ key: firstCertificate.key, cert: firstCertificate.certificate },
    onAuth({ username, password }, _session, callback) {
      const isRight = username === account?.user && password === account?.password
      if (isRight) callback(null, { user: username ?? '' })
      else callback(Object.assign(new Error('Wrong name or password'), { responseCode: 535 }))
    },
    onData(stream, { envelope, secure }, callback) {
      void text(stream).then((source) => {
        const mail = {
          ...{ from: envelope.mailFrom ? envelope.mailFrom.address : '', source },
          ...{ to: envelope.rcptTo.map(({ address }) => address), isEncrypted: secure },
          headers: headersOf(source),
        }
        const refused = refuse?.(mail)
        if (refused) {
          callback(Object.assign(new Error(refused.text), { responseCode: refused.code }))
          return
        }
        mails.push(mail)
        callback(null, 'taken')
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    mails,
    port,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

function headersOf(source: string): ReadonlyMap<string, string> {
  const [head = ''] = source.split('\r\n\r\n')
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}
