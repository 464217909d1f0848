import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  maximumChanges,
  type ConfigurationChange,
} from '#features/sensors/contract/configuration.ts'
import { configureSensors, lookUpSensors } from '#features/sensors/contract/routes.ts'
import type { Sensor } from '#kit/model/sensor.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useMutation } from '#kit/web/calls/use-mutation.ts'
import { toast } from '#kit/web/toast.ts'
import { refusedOf, type RefusedField } from './draft/refused-fields.ts'

interface SaveOutcomes {
  readonly onSaved: (sensors: readonly Sensor[]) => void
  /** What the server does not take, and the sensors as they are now. */
  readonly onRefused: (refused: readonly RefusedField[], sensors: readonly Sensor[]) => void
}

/**
 * Saves changes, by parts of which each is saved as a whole, and undoes the last ones. A part that
 * is refused ends it: those before it are saved, and the message says how many.
 */
export function useSave({ onSaved, onRefused }: SaveOutcomes) {
  const translate = useTranslations('sensors.configuration')
  const [lastSaved, setLastSaved] = useState<readonly ConfigurationChange[]>([])
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (changes: readonly ConfigurationChange[]) =>
      call(configureSensors, { body: { changes: [...changes] } }),
    meta: { quiet: true },
  })
  const refuse = useCallback(
    async (part: readonly ConfigurationChange[], error: unknown) => {
      void showFailure(error)
      if (!(error instanceof ApiError)) return
      const ids = part.map(({ id }) => id)
      const now = await call(lookUpSensors, { body: { ids } }).catch(() => ({ data: [] }))
      onRefused(refusedOf(error, part), now.data)
    },
    [onRefused],
  )
  /** Gives those that were saved. */
  const send = useCallback(
    async (changes: readonly ConfigurationChange[]) => {
      const saved: ConfigurationChange[] = []
      for (let start = 0; start < changes.length; start += maximumChanges) {
        const part = changes.slice(start, start + maximumChanges)
        try {
          const { data } = await mutateAsync(part)
          onSaved(data)
          saved.push(...part)
        } catch (error) {
          await refuse(part, error)
          break
        }
      }
      return saved
    },
    [mutateAsync, onSaved, refuse],
  )
  const save = async (changes: readonly ConfigurationChange[]) => {
    const saved = await send(changes)
    if (saved.length === 0) return
    setLastSaved(saved)
    toast('success', translate('saved', { count: saved.length }))
  }
  const undo = async (reverse: (changes: readonly ConfigurationChange[]) => typeof lastSaved) => {
    const undone = await send(reverse(lastSaved))
    if (undone.length === 0) return
    setLastSaved([])
    toast('success', translate('undone', { count: undone.length }))
  }
  return { save, undo, canUndo: lastSaved.length > 0, isPending }
}
