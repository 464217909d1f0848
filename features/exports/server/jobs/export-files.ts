import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { measureDiskSpace } from '#kit/server/data-directory/disk-space.ts'

const growing = '.part'

/** The files of exports, in a directory of their own. */
export class ExportFiles {
  readonly #directory: string
  /** Of those that somebody has downloaded. */
  readonly #removals = new Map<string, AbortController>()

  constructor(directory: string) {
    this.#directory = directory
  }

  /** Of a finished export. */
  path(id: string): string {
    return join(this.#directory, id)
  }

  /** Of one that is being written. */
  growingPath(id: string): string {
    return this.path(id) + growing
  }

  /** Of one that is made for another, and goes into it. */
  memberPath(id: string): string {
    return `${this.path(id)}.member${growing}`
  }

  async open(): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
  }

  /** It is on disk as a whole when it has its name. */
  async finish(id: string): Promise<void> {
    const file = await open(this.growingPath(id), 'r+')
    try {
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(this.growingPath(id), this.path(id))
  }

  /**
   * Aborted when the file is removed. What is open can be read to its end, and takes up the disk,
   * for as long as its reader likes.
   */
  removal(id: string): AbortSignal {
    const removal = this.#removals.get(id) ?? new AbortController()
    this.#removals.set(id, removal)
    return removal.signal
  }

  async remove(id: string): Promise<void> {
    try {
      await Promise.all(
        [this.path(id), this.growingPath(id), this.memberPath(id)].map((path) =>
          rm(path, { force: true }),
        ),
      )
    } finally {
      this.#endDownloads(id)
    }
  }

  /** Not before it is removed: who opens it as it goes would read on. */
  #endDownloads(id: string): void {
    this.#removals.get(id)?.abort()
    this.#removals.delete(id)
  }

  /** Whether the file of a finished export is there. */
  async has(id: string): Promise<boolean> {
    return access(this.path(id)).then(
      () => true,
      () => false,
    )
  }

  /** Removes what is of none of these exports: what comes meanwhile stays. */
  async removeOthers(readIds: () => Promise<ReadonlySet<string>>): Promise<void> {
    const names = await readdir(this.#directory)
    const ids = await readIds()
    for (const name of names) {
      const [id = ''] = name.split('.')
      if (ids.has(id)) continue
      await rm(join(this.#directory, name), { force: true })
      this.#endDownloads(id)
    }
  }

  /** Whether the disk has more than its reserve free. */
  async hasRoom(): Promise<boolean> {
    return (await measureDiskSpace(this.#directory)).hasReserve
  }
}
