import { Button, Popconfirm } from 'antd'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Icon } from '#kit/ui/icon.tsx'
import type { ImageOptions } from './image-options.ts'
import { pictureAddress } from './use-picture.ts'
import { pictureTypes, preparePicture } from './prepare-picture.ts'
import { usePictures } from './use-pictures.ts'

interface PictureFieldProps {
  readonly value: ImageOptions['picture']
  readonly onChange: (picture: string) => void
}

/** The picture: one of those that the person has added, another from a file, or none. */
export function PictureField({ value, onChange }: PictureFieldProps) {
  const translate = useTranslations('widgets.kinds.image')
  const input = useRef<HTMLInputElement>(null)
  const [isRefused, setRefused] = useState(false)
  const { pictures = [], add, remove } = usePictures()
  const isOwn = pictures.some(({ id }) => id === value)

  const choose = async (file: File | undefined) => {
    if (!file) return
    const image = await preparePicture(file)
    setRefused(image === undefined)
    if (image !== undefined) add.mutate(image, { onSuccess: ({ id }) => onChange(id) })
  }
  return (
    <fieldset className="picture-field">
      <legend>{translate('picture')}</legend>
      <div className="picture-choices">
        <Choice
          isChosen={value === ''}
          label={translate('noPicture')}
          onChoose={() => onChange('')}
        />
        {value === '' || isOwn ? null : <Choice isChosen id={value} label={translate('shared')} />}
        {pictures.map(({ id }, index) => (
          <Choice
            key={id}
            isChosen={id === value}
            label={translate('numbered', { number: pictures.length - index })}
            onChoose={() => onChange(id)}
            id={id}
          />
        ))}
      </div>
      <div className="picture-actions">
        <Button
          icon={<Icon name="picture" />}
          loading={add.isPending}
          onClick={() => input.current?.click()}
        >
          {translate('add')}
        </Button>
        {isOwn ? (
          <Popconfirm
            title={translate('removeTitle')}
            description={translate('removeText')}
            okText={translate('remove')}
            onConfirm={() => remove.mutate(value, { onSuccess: () => onChange('') })}
          >
            <Button type="text" loading={remove.isPending}>
              {translate('remove')}
            </Button>
          </Popconfirm>
        ) : null}
      </div>
      <p className="picture-hint">{translate('fileHint')}</p>
      <div role="alert">
        {isRefused ? (
          <p className="field-error">
            <Icon name="bad" />
            {translate('unreadable')}
          </p>
        ) : null}
      </div>
      <input
        ref={input}
        hidden
        type="file"
        accept={pictureTypes.join(',')}
        aria-label={translate('add')}
        onChange={(event) => {
          void choose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}

interface ChoiceProps {
  readonly isChosen: boolean
  readonly label: string
  /** Absent: no picture. */
  readonly id?: string
  readonly onChoose?: () => void
}

function Choice({ isChosen, label, id, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      className="picture-choice"
      aria-pressed={isChosen}
      aria-label={label}
      title={label}
      onClick={onChoose}
    >
      {id === undefined ? <Icon name="close" /> : <img src={pictureAddress(id)} alt="" />}
    </button>
  )
}
