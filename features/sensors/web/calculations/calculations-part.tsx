import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useInterrupted } from '#kit/web/screens/unsaved.ts'
import { calculationForm, type CalculationEntries } from './entries.ts'

const CalculationsDrawer = lazy(() => import('./calculations-drawer.tsx'))

/** The way from the table of sensors to those that are calculated. */
export function CalculationsPart() {
  const translate = useTranslations('sensors.calculations')
  const interrupted = useInterrupted<CalculationEntries>(calculationForm)
  const [isOpen, setOpen] = useState(interrupted !== undefined)
  const [wasOpen, setWasOpen] = useState(isOpen)
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          setWasOpen(true)
          setOpen(true)
        }}
      >
        {translate('open')}
      </button>
      {wasOpen && (
        <Suspense>
          <CalculationsDrawer
            isOpen={isOpen}
            interrupted={interrupted}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
