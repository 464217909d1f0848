import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '#kit/ui/icon.tsx'
import { rovingRow } from '#kit/ui/roving-focus.ts'
import { lazyComponent } from '#kit/web/screens/lazy-component.tsx'
import { presets, type Range } from '#kit/model/time/period.ts'
import { asCustom, type Address } from '../address.ts'
import { spanText } from '../report/use-chart-format.ts'
import './period.css'

interface PeriodBarProps {
  readonly period: Address['period']
  /** What the period means now, and what is shown of it. */
  readonly whole: Range
  readonly shown: Range
  readonly timezone: string
  readonly onPeriod: (period: Address['period']) => void
  /** What can be done with the period, at the end of the bar. */
  readonly children?: ReactNode
  /** Leads to the time before and after what is shown; null where there is none. */
  readonly steps: { readonly earlier: (() => void) | null; readonly later: (() => void) | null }
  /** The choice between one sensor and several. */
  readonly mode: ReactNode
}

/** Calendars are heavy: they come when somebody wants dates of their own. */
const DatesForm = lazyComponent(() => import('./dates-form.tsx'))

/** Named periods and a dialog for dates of one's own, on the wall clock of the site. */
export function PeriodBar(props: PeriodBarProps) {
  const { period, whole, shown, timezone, onPeriod, mode, steps, children } = props
  const translate = useTranslations('history.period')
  return (
    <section className="panel history-bar" aria-label={translate('label')}>
      {mode}
      <div className="segmented" role="group" aria-label={translate('label')} ref={rovingRow}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={period === preset}
            onClick={() => onPeriod(preset)}
          >
            {translate(preset)}
          </button>
        ))}
      </div>
      <div className="history-steps">
        <Step icon="chevron-left" label={translate('earlier')} onStep={steps.earlier} />
        <CustomDates
          {...{ period, whole, timezone, onPeriod }}
          label={translate('span', spanText(shown, timezone))}
        />
        <Step icon="chevron-right" label={translate('later')} onStep={steps.later} />
      </div>
      {children}
    </section>
  )
}

interface StepProps {
  readonly icon: IconName
  readonly label: string
  readonly onStep: (() => void) | null
}

function Step({ icon, label, onStep }: StepProps) {
  return (
    <button
      type="button"
      className="icon-button"
      title={label}
      aria-label={label}
      disabled={onStep === null}
      onClick={onStep ?? undefined}
    >
      <Icon name={icon} />
    </button>
  )
}

function CustomDates({
  whole,
  timezone,
  onPeriod,
  label,
}: Omit<PeriodBarProps, 'shown' | 'mode' | 'steps' | 'children'> & { label: string }) {
  const translate = useTranslations('history.period')
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false)
    }
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('keydown', closeByKey)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('keydown', closeByKey)
    }
  }, [isOpen])
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div ref={place} className="history-dates">
      <button
        ref={button}
        type="button"
        className="button"
        aria-expanded={isOpen}
        title={translate('custom')}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="calendar" />
        <span className="number">{label}</span>
      </button>
      {isOpen && (
        <Suspense>
          <DatesForm
            initial={asCustom(whole, timezone)}
            timezone={timezone}
            onApply={(chosen) => {
              close()
              onPeriod(chosen)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
