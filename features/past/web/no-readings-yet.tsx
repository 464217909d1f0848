import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { formatInstant } from '#kit/web/formats/repeated-hour.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import type { Player } from '#kit/web/live/recording/player.ts'

/** That nothing of what is shown had been read yet at the moment, and the way to when it was. */
export function NoReadingsYet({ player }: { readonly player: Player }) {
  const translate = useTranslations('past.nothing')
  const format = useFormat()
  const [first, setFirst] = useState<number | null | undefined>(undefined)
  useEffect(() => {
    const update = () => setFirst(player.hub.recording()?.nothingUntil())
    update()
    return player.hub.everySecond(update)
  }, [player])
  return (
    <div role="status">
      {first !== undefined && (
        <p className="past-empty">
          <Icon name="history" />
          <span>
            {first === null
              ? translate('never')
              : translate('until', { moment: formatInstant(first, format.zone) })}
          </span>
          {first !== null && (
            <button type="button" className="button small" onClick={() => player.seek(first)}>
              {translate('toFirst')}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
