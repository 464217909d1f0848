import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Sensor } from '#kit/model/sensor.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import {
  calculationForm,
  inputNameOf,
  inputsOf,
  repeatedName,
  type CalculationEntries,
} from './entries.ts'
import { useSaveCalculations } from './use-changes.ts'
import { useRefusals } from './use-refusals.ts'

/** What is selected in the text of the expression. */
interface Cursor {
  readonly start: number
  readonly end: number
}

/** What somebody writes about one calculated sensor until it is saved. */
export function useCalculationEditing(
  first: CalculationEntries,
  isInterrupted: boolean,
  onSaved: () => void,
) {
  const translate = useTranslations('sensors.calculations')
  const [entries, setEntries] = useState(first)
  const [isDirty, setDirty] = useState(isInterrupted)
  const refusals = useRefusals()
  const { mutate, isPending } = useSaveCalculations()
  const markSaved = useUnsaved(calculationForm, isDirty, () => entries)
  /** Where the next sensor goes; null: to the end. */
  const [cursor, setCursor] = useState<Cursor | null>(null)
  const change = (changed: Partial<CalculationEntries>) => {
    setEntries((before) => ({ ...before, ...changed }))
    setDirty(true)
    refusals.clear()
  }
  /** At the place of the cursor, under the name that it has already or gets now. */
  const insert = ({ lesiId, key }: Sensor) => {
    const { expression, inputs, thing } = entries
    const present = inputs.find((input) => input.thing === lesiId && input.key === key)
    const taken = inputs.map((input) => input.name)
    const name = present?.name ?? inputNameOf(key, taken)
    const before = expression.slice(0, cursor?.start)
    const after = cursor ? expression.slice(cursor.end) : ''
    change({
      expression: before + name + after,
      inputs: present ? inputs : [...inputs, { name, thing: lesiId, key }],
      thing: thing ?? lesiId,
    })
    const behind = before.length + name.length
    setCursor({ start: behind, end: behind })
  }
  const save = () => {
    const { thing, key, unit, expression, inputs, isPresent } = entries
    if (isPending) return
    if (thing === null) return refusals.refuse('thing', 'required')
    if (key.trim() === '') return refusals.refuse('key', 'required')
    if (expression.trim() === '') return refusals.refuse('expression', 'required')
    const repeated = repeatedName(inputs)
    if (repeated !== undefined) return refusals.refuse(`inputs.${repeated}`, 'repeated')
    const fresh = isPresent ? {} : { unit: unit.trim() }
    const named = inputsOf(inputs)
    mutate([{ thing, key: key.trim(), expression, inputs: named, ...fresh }], {
      onSuccess: () => {
        setDirty(false)
        markSaved()
        toast('success', translate('saved', { sensor: isolated(key.trim()) }))
        onSaved()
      },
      onError: (error) => {
        if (!refusals.take(error)) void showFailure(error)
      },
    })
  }
  return { entries, refusals, setCursor, isPending, change, insert, save }
}
