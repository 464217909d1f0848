import { useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import type { ImageOptions } from './image-options.ts'
import { usePicture } from './use-picture.ts'
import './image.css'

/** Of a background, which has no shape of its own. */
const usualRatio = 16 / 9

type RatioStyle = CSSProperties & Readonly<Record<'--ratio', number>>

interface ImagePlaneProps {
  readonly options: Pick<ImageOptions, 'picture' | 'background'>
  /** Stands where a picture would be that is not there. */
  readonly gone: string
  readonly ref?: Ref<HTMLDivElement>
  readonly children: ReactNode
}

/** A picture as large as its place allows, and what is on it in percent of it. */
export function ImagePlane({
  options: { picture, background },
  gone,
  ref,
  children,
}: ImagePlaneProps) {
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly ratio: number | null }>()
  const [failed, setFailed] = useState('')
  const source = usePicture(picture, failed === picture)
  const isLoaded = loaded?.id === picture
  const ratio = (isLoaded ? loaded.ratio : null) ?? usualRatio
  const isGone = source === null || (isLoaded && loaded.ratio === null)
  const style: RatioStyle = { '--ratio': ratio }
  return (
    <div className="image-room">
      <div
        className="image-plane"
        data-background={picture === '' || isGone ? background : undefined}
        {...{ style, ref }}
      >
        {picture === '' || isGone || source === undefined ? null : (
          <img
            key={source}
            src={source}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setLoaded({ id: picture, ratio: naturalWidth / Math.max(1, naturalHeight) })
            }
            onError={() =>
              failed === picture ? setLoaded({ id: picture, ratio: null }) : setFailed(picture)
            }
          />
        )}
        {isGone ? <p className="image-gone">{gone}</p> : null}
        {children}
      </div>
    </div>
  )
}
