import type { ContractState } from '#kit/model/device.ts'
import type { Binding } from '#kit/server/catalogue.ts'
import type { Clock } from '#kit/server/clock.ts'
import type { StoredBinding } from './catalogue-store.ts'
import { contractState, contractTerm, type ContractTerm } from './contract-term.ts'

interface TimedBinding extends ContractTerm, StoredBinding {
  readonly deviceId: number
}

/** A time span in which nothing opens or closes: `from` inclusive, `until` exclusive. */
interface TimeRange {
  readonly from: number
  readonly until: number
}

interface OpenDevices extends TimeRange {
  readonly deviceIds: ReadonlySet<number>
}

const none: ReadonlySet<number> = new Set()

/**
 * Which devices are bound to whom, and which of these bindings count now. Asked against the clock,
 * not against a timer: what a clock that is set forward or back means, holds with the next
 * question.
 */
export class Visibility {
  readonly #clock: Clock
  readonly #timezone: string
  readonly #ofDevice = new Map<number, readonly TimedBinding[]>()
  readonly #ofUser = new Map<number, Map<number, TimedBinding>>()
  readonly #open = new Map<number, OpenDevices>()
  /** Bindings that open or close at some time. */
  readonly #limited = new Set<TimedBinding>()
  /** People to whom something opened or closed until `#checkedAt`. */
  readonly #changed = new Set<number>()
  #checkedAt: number
  /** Around `#checkedAt`: while the clock is in it, nothing has opened or closed. */
  #stableRange: TimeRange

  /** `timezone` is the one in which the days of contracts begin and end. */
  constructor({ clock, timezone }: { readonly clock: Clock; readonly timezone: string }) {
    this.#clock = clock
    this.#timezone = timezone
    this.#checkedAt = clock()
    this.#stableRange = everlasting
  }

  /** Ids of the devices that are open to this person now. The set is never changed. */
  openTo(userId: number): ReadonlySet<number> {
    const now = this.#clock()
    const cached = this.#open.get(userId)
    if (cached && contains(cached, now)) return cached.deviceIds
    const bindings = this.#ofUser.get(userId)
    if (!bindings) return none
    const deviceIds = new Set<number>()
    for (const binding of bindings.values())
      if (contractState(binding, now) === 'open') deviceIds.add(binding.deviceId)
    this.#open.set(userId, { deviceIds, ...rangeAround(now, bindings.values()) })
    return deviceIds
  }

  /** Everything that is bound to this person, whether or not it counts now, by device id. */
  bindingsOf(userId: number): ReadonlyMap<number, Binding & { readonly state: ContractState }> {
    const now = this.#clock()
    const bindings = this.#ofUser.get(userId)?.values() ?? []
    return new Map(
      [...bindings].map((binding) => [
        binding.deviceId,
        { ...binding, state: contractState(binding, now) },
      ]),
    )
  }

  /**
   * Replaces the bindings of a device; returns the people whose own binding to it is another one
   * than before.
   */
  replace(deviceId: number, bindings: readonly StoredBinding[]): readonly number[] {
    if (bindings.length === 0 && !this.#ofDevice.has(deviceId)) return []
    this.#cross()
    const before = new Map(
      this.#ofDevice.get(deviceId)?.map((binding) => [binding.userId, binding]),
    )
    const after = new Map(bindings.map((binding) => [binding.userId, binding]))
    const concerned = [...new Set([...before.keys(), ...after.keys()])].filter(
      (userId) => !isSame(before.get(userId), after.get(userId)),
    )
    for (const userId of concerned) {
      this.#remove(before.get(userId))
      const binding = after.get(userId)
      if (binding) this.#add({ ...binding, deviceId, ...contractTerm(binding, this.#timezone) })
    }
    const own = bindings.flatMap(({ userId }) => this.#ofUser.get(userId)?.get(deviceId) ?? [])
    if (own.length > 0) this.#ofDevice.set(deviceId, own)
    else this.#ofDevice.delete(deviceId)
    return concerned
  }

  /**
   * People to whom a device opened or closed since the last call because time went on, or was set
   * back.
   */
  takeChanged(): readonly number[] {
    this.#cross()
    const concerned = [...this.#changed]
    this.#changed.clear()
    return concerned
  }

  #cross(): void {
    const now = this.#clock()
    const before = this.#checkedAt
    this.#checkedAt = now
    if (contains(this.#stableRange, now)) return
    for (const binding of this.#limited) {
      if (contractState(binding, before) !== contractState(binding, now))
        this.#changed.add(binding.userId)
    }
    this.#stableRange = rangeAround(now, this.#limited)
  }

  #add(binding: TimedBinding): void {
    const { userId, deviceId } = binding
    const bindings = this.#ofUser.get(userId) ?? new Map<number, TimedBinding>()
    this.#ofUser.set(userId, bindings.set(deviceId, binding))
    this.#open.delete(userId)
    if (binding.opensAt === -Infinity && binding.closesAt === Infinity) return
    this.#limited.add(binding)
    const around = rangeAround(this.#checkedAt, [binding])
    this.#stableRange = {
      from: Math.max(this.#stableRange.from, around.from),
      until: Math.min(this.#stableRange.until, around.until),
    }
  }

  #remove(binding: TimedBinding | undefined): void {
    if (!binding) return
    const { userId, deviceId } = binding
    const bindings = this.#ofUser.get(userId)
    bindings?.delete(deviceId)
    if (bindings?.size === 0) this.#ofUser.delete(userId)
    this.#open.delete(userId)
    this.#limited.delete(binding)
  }
}

const everlasting: TimeRange = { from: -Infinity, until: Infinity }

const contains = ({ from, until }: TimeRange, time: number): boolean => time >= from && time < until

/** The span around `time` in which none of these opens or closes. */
function rangeAround(time: number, terms: Iterable<ContractTerm>): TimeRange {
  let { from, until } = everlasting
  for (const { opensAt, closesAt } of terms) {
    for (const boundary of [opensAt, closesAt]) {
      if (boundary <= time) from = Math.max(from, boundary)
      else until = Math.min(until, boundary)
    }
  }
  return { from, until }
}

function isSame(one: StoredBinding | undefined, other: StoredBinding | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.relation === other.relation &&
    one.contractStart === other.contractStart &&
    one.contractEnd === other.contractEnd
  )
}
