import { createContext, useContext, useEffect } from 'react'
import type { ChartImage } from '#kit/ui/chart/image/chart-image.ts'

/** What a drawing gets of its picture; title and what is around it come from its panel. */
export type DrawnImage = Omit<ChartImage, 'title' | 'lines' | 'footer'>

/** Takes the way to the picture of what is drawn now; null: there is none. */
export type OfferImage = (make: (() => DrawnImage) | null) => void

const ImageContext = createContext<OfferImage | null>(null)

/** Gives the drawings of a panel the way to offer their pictures. */
export const ImageOffers = ImageContext.Provider

/** Offers a picture of what is drawn; `make` is called when somebody wants it. */
export function useOfferedImage(make: (() => DrawnImage) | null): void {
  const offer = useContext(ImageContext)
  useEffect(() => {
    if (!offer) return undefined
    offer(make)
    return () => offer(null)
  }, [offer, make])
}
