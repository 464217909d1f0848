import { useLocale, useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import { safeFileName } from '#kit/web/browser/save-file.ts'
import { useFormat } from '#kit/web/formats/use-format.ts'
import { handoverFile, type Handover } from '../../contract/handover.ts'

interface HandoverHeadProps {
  readonly shown: Handover
  /** Shows the shift of an instant, ms UTC; null: the last one that is over. */
  readonly onShift: (at: number | null) => void
}

/** Which shift it is, with a way to those beside it, and to paper. */
export function HandoverHead({ shown, onShift }: HandoverHeadProps) {
  const translate = useTranslations('alarms.handover')
  const format = useFormat()
  const language = useLocale()
  const { shift, earlier, later } = shown
  const day = format.dateTime(shift.from).slice(0, 10)
  const span = `${format.dateTime(shift.from)} – ${format.dateTime(shift.to)}`
  return (
    <header className="panel handover-head">
      <div className="grow">
        <h2>{translate('of', { name: shift.name })}</h2>
        <p className="number">
          {span}
          {!shift.isOver && ` · ${translate('goesOn')}`}
        </p>
      </div>
      <div className="handover-tools screen-only">
        <button
          type="button"
          className="icon-button"
          title={translate('earlier')}
          aria-label={translate('earlier')}
          onClick={() => onShift(earlier)}
        >
          <Icon name="chevron-left" />
        </button>
        <button
          type="button"
          className="icon-button"
          title={translate('later')}
          aria-label={translate('later')}
          disabled={later === null}
          onClick={() => later !== null && onShift(later)}
        >
          <Icon name="chevron-right" />
        </button>
        <button type="button" className="button" onClick={() => onShift(null)}>
          {translate('last')}
        </button>
        <a
          className="button"
          href={`${handoverFile.path}?at=${shift.from}&language=${language}`}
          download={safeFileName(`${translate('title')} ${shift.name} ${day}`, 'pdf')}
        >
          <Icon name="download" size={14} />
          {translate('pdf')}
        </a>
        <button type="button" className="button" onClick={() => window.print()}>
          <Icon name="document" size={14} />
          {translate('print')}
        </button>
      </div>
    </header>
  )
}
