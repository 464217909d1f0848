import { Button } from 'antd'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'

interface SaveBarProps {
  readonly changed: number
  readonly wrong: number
  readonly isSaving: boolean
  readonly onShowWrong: () => void
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** What is not saved yet, and what keeps it from being saved. */
export function SaveBar(props: SaveBarProps) {
  const { changed, wrong, isSaving, onShowWrong, onDiscard, onSave } = props
  const translate = useTranslations('sensors.configuration')
  if (changed === 0) return null
  return (
    <section className="panel config-save" aria-label={translate('unsaved')}>
      <b>{translate('changedSensors', { count: changed })}</b>
      {wrong > 0 && (
        <button type="button" className="button quiet" onClick={onShowWrong}>
          <Icon name="warning" size={14} />
          {translate('wrongSensors', { count: wrong })}
        </button>
      )}
      <span className="config-save-actions">
        <Button onClick={onDiscard} disabled={isSaving}>
          {translate('discard')}
        </Button>
        <Button type="primary" onClick={onSave} disabled={wrong > 0} loading={isSaving}>
          {translate('save')}
        </Button>
      </span>
    </section>
  )
}
