import type { Budget, Reservation } from '#kit/server/budget/budget.ts'
import type { Clock } from '#kit/server/clock.ts'
import { networkSource } from '#kit/server/process/network-source.ts'
import { maximumListedRefusals, type Refusal } from '../../contract/routes.ts'
import { repeatedMinutes, type RefusedSender } from '../../contract/tail.ts'
import { fairList } from './fair-list.ts'
import { RecentCount } from './recent-count.ts'

/** Entries that are listed, and stored of one device. */
const maximumEntries = maximumListedRefusals
/** Entries of one address that has not signed in, and how many such addresses there may be. */
const maximumEntriesOfAddress = 20
const maximumAddresses = 100
const lengths = {
  source: 300,
  lesiId: 64,
  address: 64,
  field: 160,
  reason: 400,
  excerpt: 300,
} as const
/** What an entry costs besides its texts. */
const entryBytes = 256

export interface NewRefusal {
  readonly source: string
  /** As the sender claims. */
  readonly lesiId: string | null
  /** Network address of the sender, where it is known. */
  readonly address?: string
  /** The sender has not shown that it is this device. */
  readonly nameless?: boolean
  readonly field: string
  readonly reason: string
  readonly message?: Uint8Array | string
}

interface Sender {
  readonly nameless: boolean
  readonly entries: Refusal[]
  readonly held: Reservation
  readonly recent: RecentCount
}

/**
 * Messages that were not taken, counted and the newest listed for the engineer to look at. Bounded,
 * whatever is sent, and each sender has entries of its own: nobody removes another's by being
 * refused often, least of all those who have not signed in.
 */
export class Refusals {
  readonly #clock: Clock
  readonly #budget: Budget
  /** By device, and by address of the nameless; the one that was refused last comes last. */
  readonly #senders = new Map<string, Sender>()
  readonly #onRefusal: (refusal: Refusal) => void
  readonly #recentNameless = new RecentCount()
  #newestNameless: Refusal | null = null
  #total = 0
  #nameless = 0
  /** How many there were of each device that had signed in. */
  readonly #ofDevices = new Map<string, number>()

  /** `onRefusal` receives each of them, listed or not. */
  constructor(clock: Clock, budget: Budget, onRefusal: (refusal: Refusal) => void = () => {}) {
    this.#clock = clock
    this.#budget = budget
    this.#onRefusal = onRefusal
  }

  /** Counts and lists. True when it says something else than this sender's last one did. */
  add(refusal: NewRefusal): boolean {
    const nameless = refusal.nameless ?? refusal.lesiId === null
    this.#total += 1
    const entry = this.#entryOf(refusal)
    const name = nameless ? `address ${networkSource(refusal.address)}` : (entry.lesiId ?? '')
    if (nameless) this.#nameless += 1
    else this.#ofDevices.set(name, (this.#ofDevices.get(name) ?? 0) + 1)
    const sender = this.#sender(name, nameless)
    const last = sender?.entries.at(-1)
    if (sender) this.#append(sender, entry)
    this.#count(entry, sender)
    this.#onRefusal(entry)
    return last === undefined || last.field !== entry.field || last.reason !== entry.reason
  }

  /** Removes what was refused of a device that is gone: another one may get its name. */
  removeDevice(lesiId: string): void {
    this.#senders.get(lesiId)?.held.release()
    this.#senders.delete(lesiId)
    this.#ofDevices.delete(lesiId)
  }

  /** The newest refusals, newest first, each sender with its share. */
  list(): Refusal[] {
    const groups = [...this.#senders.values()]
      .filter(({ nameless }) => !nameless)
      .map(({ entries }) => entries)
    const nameless = [...this.#senders.values()]
      .filter((sender) => sender.nameless)
      .flatMap(({ entries }) => entries)
    return fairList(
      [...groups, nameless.toSorted((one, other) => one.id - other.id)],
      maximumEntries,
    )
  }

  /** Who was refused within the last hour, whoever was refused most first. */
  senders(): RefusedSender[] {
    const now = this.#clock()
    const ofDevices = [...this.#senders.values()]
      .filter(({ nameless }) => !nameless)
      .flatMap(({ recent, entries }) => senderOf(recent, entries.at(-1), now))
    const nameless = this.#newestNameless && { ...this.#newestNameless, lesiId: null }
    return [...ofDevices, ...senderOf(this.#recentNameless, nameless, now)].toSorted(
      (one, other) => other.lastHour - one.lastHour,
    )
  }

  get total(): number {
    return this.#total
  }

  /** How many there were of these devices, and of senders that had not signed in. */
  totalOf(isVisible: (sender: Pick<Refusal, 'lesiId'>) => boolean): number {
    let total = this.#nameless
    for (const [lesiId, count] of this.#ofDevices) if (isVisible({ lesiId })) total += count
    return total
  }

  /** How many of them were of senders that had not signed in. */
  get namelessTotal(): number {
    return this.#nameless
  }

  #count(entry: Refusal, sender: Sender | null): void {
    if (sender && !sender.nameless) return sender.recent.add(entry.time)
    this.#recentNameless.add(entry.time)
    this.#newestNameless = entry
  }

  #entryOf({ source, lesiId, address, field, reason, message = '' }: NewRefusal): Refusal {
    return {
      id: this.#total,
      time: this.#clock(),
      source: startOf(source, lengths.source),
      lesiId: lesiId === null ? null : startOf(lesiId, lengths.lesiId),
      address: address === undefined ? null : startOf(address, lengths.address),
      field: startOf(field, lengths.field),
      reason: startOf(reason, lengths.reason),
      excerpt: startOf(message, lengths.excerpt),
    }
  }

  #append({ entries, held, nameless }: Sender, entry: Refusal): void {
    if (entries.length >= (nameless ? maximumEntriesOfAddress : maximumEntries)) drop(entries, held)
    while (held.resize(held.bytes + bytesOf(entry)) !== null) {
      // One's own oldest goes first; whoever has none yet takes the place of the oldest of whoever
      // holds most.
      const largestSender = entries.length > 0 ? { entries, held } : this.#largestSender()
      if (largestSender === null) return
      drop(largestSender.entries, largestSender.held)
    }
    entries.push(entry)
  }

  #sender(name: string, nameless: boolean): Sender | null {
    const existing = this.#senders.get(name)
    this.#senders.delete(name)
    if (!existing && nameless) this.#dropOldestAddress()
    const held = existing?.held ?? this.#budget.reserve('refusal', name, 0)
    if (typeof held === 'string') return null
    const sender = existing ?? { nameless, entries: [], held, recent: new RecentCount() }
    this.#senders.set(name, sender)
    return sender
  }

  #dropOldestAddress(): void {
    const addresses = [...this.#senders].filter(([, { nameless }]) => nameless)
    const [oldest] = addresses
    if (!oldest || addresses.length < maximumAddresses) return
    oldest[1].held.release()
    this.#senders.delete(oldest[0])
  }

  #largestSender(): Sender | null {
    let largestSender: Sender | null = null
    for (const sender of this.#senders.values())
      if (sender.entries.length > 0 && sender.held.bytes > (largestSender?.held.bytes ?? 0))
        largestSender = sender
    return largestSender
  }
}

function senderOf(
  recent: RecentCount,
  newest: Refusal | null | undefined,
  now: number,
): RefusedSender[] {
  const lastHour = recent.within(60, now)
  if (!newest || lastHour === 0) return []
  const { lesiId, time, field, reason } = newest
  const lastMinutes = recent.within(repeatedMinutes, now)
  return [{ lesiId, lastHour, lastMinutes, time, field, reason }]
}

function drop(entries: Refusal[], held: Reservation): void {
  const [oldest] = entries.splice(0, 1)
  if (oldest) held.resize(held.bytes - bytesOf(oldest))
}

function bytesOf({ source, lesiId, address, field, reason, excerpt }: Refusal): number {
  const texts = [source, lesiId ?? '', address ?? '', field, reason, excerpt]
  return entryBytes + 2 * texts.reduce((sum, text) => sum + text.length, 0)
}

/** A copy of the start: a slice of a long text holds the whole of it in memory. */
function startOf(message: Uint8Array | string, length: number): string {
  const bytes =
    typeof message === 'string'
      ? Buffer.from(message.slice(0, length))
      : Buffer.from(message.subarray(0, length))
  // Shown to people: control characters become visible blanks.
  // oxlint-disable-next-line no-control-regex
  return bytes.toString('utf8').replaceAll(/[\u0000-\u001f\u007f]/g, '␣')
}
