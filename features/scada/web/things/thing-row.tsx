import { useTranslations } from 'use-intl'
import type { Thing } from '#features/ingest/contract/things.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

const second = 1_000

/** Online, offline or never seen. */
export function ThingMark({ thing }: { readonly thing: Thing }) {
  const translate = useTranslations('scada.things')
  const state = thing.statusSince === null ? 'never' : thing.status
  return (
    <span className="thing-mark" data-state={state}>
      {translate(`states.${state}`)}
    </span>
  )
}

interface ThingRowProps {
  readonly thing: Thing
  readonly isOpen: boolean
  readonly onOpen: (lesiId: string) => void
}

/** A device in the list: its state, when it sent last, and how often it was refused. */
export function ThingRow({ thing, isOpen, onOpen }: ThingRowProps) {
  const translate = useTranslations('scada.things')
  const { age, number } = useFormat()
  const now = useNow(second)
  const { lastSeen, refused } = thing
  return (
    <button
      type="button"
      className="thing-row"
      aria-current={isOpen}
      onClick={() => onOpen(thing.lesiId)}
    >
      <b className="thing-name" title={thing.name}>
        {thing.name}
      </b>
      <ThingMark thing={thing} />
      <span className="thing-id" title={thing.lesiId}>
        {thing.lesiId}
      </span>
      <small className="number">
        {lastSeen === null
          ? translate('nothingYet')
          : translate('ago', { age: age(now - lastSeen) })}
      </small>
      {refused && (
        <span className="tag warning thing-refused">
          {translate('refusedTimes', {
            count: refused.lastHour,
            figure: number(refused.lastHour),
          })}
        </span>
      )}
    </button>
  )
}
