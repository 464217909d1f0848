import { useTranslations } from 'use-intl'
import { useConnection } from '#kit/web/live/index.ts'

/**
 * Of a button that asks the server for something: without a connection it cannot be pressed, and
 * says why. `isPending`: whether it asks just now.
 */
export function useAway(isPending = false): {
  readonly disabled: boolean
  readonly title?: string
} {
  const translate = useTranslations('alarms')
  const { isLost } = useConnection()
  return isLost ? { disabled: true, title: translate('away') } : { disabled: isPending }
}
