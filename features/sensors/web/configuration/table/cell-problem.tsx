import { Popover } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConfigurationField } from '#features/sensors/contract/configuration.ts'
import { Icon } from '#kit/ui/icon.tsx'
import type { FieldError } from '#kit/model/calls/field-errors.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useNamed } from '#kit/web/texts/use-named.ts'
import { useTableActions } from './actions.ts'

interface CellProblemProps {
  readonly id: string
  readonly error: FieldError
  readonly sensorId: number
  readonly field: ConfigurationField
  /** What somebody else made of the field meanwhile; null where nobody did. */
  readonly theirs: string | null
}

/** The mark of a field that cannot be saved as it is, with why and what can be done. */
export function CellProblem({ id, error, sensorId, field, theirs }: CellProblemProps) {
  const translate = useTranslations('sensors.configuration')
  const { revert, overwrite } = useTableActions()
  const text = useFieldErrorText()(error)
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  const sentence = theirs === null ? text : named(text, theirs)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="hover"
      placement="bottomRight"
      content={
        <div className="config-problem">
          <p>{sentence}</p>
          <button type="button" className="button" onClick={() => revert(sensorId, field)}>
            {theirs === null ? translate('revert') : translate('takeTheirs')}
          </button>
          {theirs !== null && (
            <button type="button" className="button" onClick={() => overwrite(sensorId, field)}>
              {translate('keepMine')}
            </button>
          )}
        </div>
      }
    >
      {/* With a trigger of its own a click would close what the pointer has opened. */}
      <button
        type="button"
        className="config-mark"
        tabIndex={-1}
        aria-label={sentence}
        id={id}
        onClick={() => setOpen(true)}
      >
        <Icon name="warning" size={14} />
      </button>
    </Popover>
  )
}
