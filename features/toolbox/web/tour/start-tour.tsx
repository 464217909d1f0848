import { useTranslations } from 'use-intl'
import { startTour } from './tour-state.ts'

/** Begins the tour once more. */
export function StartTour({ onPress }: { readonly onPress?: () => void }) {
  const translate = useTranslations('toolbox.help')
  return (
    <button
      type="button"
      className="button"
      onClick={() => {
        onPress?.()
        startTour()
      }}
    >
      {translate('tour')}
    </button>
  )
}
