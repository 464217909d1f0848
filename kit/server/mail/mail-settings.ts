/** How a connection to the mail server is encrypted. */
export const mailEncryptions = ['starttls', 'tls', 'none'] as const
export type MailEncryption = (typeof mailEncryptions)[number]

/** The server that takes mail from this one. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** `starttls` is demanded, not only offered. */
  readonly encryption: MailEncryption
  /** Null: it asks for none. */
  readonly account: { readonly user: string; readonly password: string } | null
  /** The sender: an address, or a name and an address in angle brackets. */
  readonly from: string
  /** Path of the authority whose certificates count, PEM; null: those of the system. */
  readonly authority: string | null
}
