/** A file that goes with a mail. */
export interface AttachedFile {
  readonly path: string
  readonly name: string
  /** Its media type. */
  readonly type: string
}

/** Null: it may not be sent any more. */
type FindFile = (id: string) => Promise<AttachedFile | null>

/**
 * Files of features that go with mails. They are looked up when a mail is sent, by whoever has
 * them: what was removed meanwhile, or is open to its owner no more, does not leave.
 */
export class MailAttachments {
  readonly #holders = new Map<string, FindFile>()

  add(holder: string, find: FindFile): void {
    this.#holders.set(holder, find)
  }

  async find(holder: string, id: string): Promise<AttachedFile | null> {
    return (await this.#holders.get(holder)?.(id)) ?? null
  }
}
