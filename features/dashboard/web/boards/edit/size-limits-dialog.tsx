import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Widget } from '#features/pages/contract/page.ts'
import { CloseButton, ModalDialog } from '#kit/ui/dialog/modal-dialog.tsx'
import type { Size } from '#kit/ui/grid/layout/item.ts'
import { isolated } from '#kit/web/formats/isolated.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import {
  limitTexts,
  readLimits,
  sizeAxes,
  type LimitName,
  type SizeLimits,
} from '../content/size-limits.ts'
import { LimitField } from './limit-field.tsx'
import './size-limits.css'

interface SizeLimitsDialogProps {
  readonly widget: Widget
  readonly title: string
  /** What its kind needs; undefined where that is not known. */
  readonly minimum: Size | undefined
  readonly onSave: (limits: SizeLimits) => void
  readonly onClose: () => void
}

/** The minimum and maximum size of a widget; both are stored, or none. */
export function SizeLimitsDialog({
  widget,
  title,
  minimum,
  onSave,
  onClose,
}: SizeLimitsDialogProps) {
  const translate = useTranslations('dashboard.board')
  const [start] = useState(() => limitTexts(widget))
  const [texts, setTexts] = useState(start)
  const { limits, faults } = readLimits(texts, minimum)
  const markClosed = useUnsaved('dashboard-widget', texts !== start, () => null)
  const close = () => {
    markClosed()
    onClose()
  }
  const save = () => {
    if (faults.size > 0) return focusFirstFault()
    onSave(limits)
    close()
  }
  const field = (name: LimitName, label: string, placeholder: string) => (
    <LimitField
      key={name}
      {...{ label, placeholder }}
      value={texts[name]}
      fault={faults.get(name)}
      onChange={(text) => setTexts({ ...texts, [name]: text })}
    />
  )
  return (
    <ModalDialog
      title={translate('sizeLimits.title', { name: isolated(title) })}
      onClose={close}
      onSubmit={save}
      footer={
        <>
          <CloseButton>{translate('optionsCancel')}</CloseButton>
          <button type="submit" className="button primary" aria-disabled={faults.size > 0}>
            {translate('optionsSave')}
          </button>
        </>
      }
    >
      <p>{translate('sizeLimits.now', { columns: widget.w, rows: widget.h })}</p>
      {sizeAxes.map((axis) => (
        <fieldset key={axis.axis} className="size-limits">
          <legend>{translate(`sizeLimits.${axis.axis}`)}</legend>
          {field(axis.lower, translate('sizeLimits.minimum'), String(minimum?.[axis.size] ?? 1))}
          {field(axis.upper, translate('sizeLimits.maximum'), translate('sizeLimits.none'))}
        </fieldset>
      ))}
    </ModalDialog>
  )
}

const focusFirstFault = () =>
  document.querySelector<HTMLElement>('dialog[open] [aria-invalid=true]')?.focus()
