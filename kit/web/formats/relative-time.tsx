import { useFormat } from './use-format.ts'
import { useNow } from './use-now.ts'

/** How often the words are looked at again: `Just now` ends after 30 s. */
const renewMs = 10_000

/**
 * How long ago a moment (ms UTC) was, with its date and time to be pointed at; after two days the
 * date and time alone.
 */
export function RelativeTime({ time }: { readonly time: number }) {
  const format = useFormat()
  const now = useNow(renewMs)
  return (
    <time className="number" dateTime={new Date(time).toISOString()} title={format.dateTime(time)}>
      {format.relative(time, now)}
    </time>
  )
}
