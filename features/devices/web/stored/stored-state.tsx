import { useTranslations } from 'use-intl'
import type { StoredDeletion } from '#features/readings/contract/deletions.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { useNow } from '#kit/web/formats/use-now.ts'

/** How far the deletion is, with what was proven or why it failed. */
export function StoredState({ deletion }: { readonly deletion: StoredDeletion }) {
  const translate = useTranslations('devices.stored')
  const format = useFormat()
  const now = useNow(30_000)
  const { state, readings, provenAt, failure } = deletion
  return (
    <span className="stored-state" data-state={state}>
      <b>{translate(`states.${state}`)}</b>
      {provenAt !== null && (
        <small>
          {translate('proven', {
            count: readings ?? 0,
            figure: format.number(readings ?? 0),
            time: format.moment(provenAt, now),
          })}
        </small>
      )}
      {state === 'failed' && failure && <small lang="en">{failure.reason}</small>}
    </span>
  )
}
