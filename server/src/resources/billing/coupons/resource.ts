import type { Resource } from '#resources/resource.ts'
import { couponRoutes } from './routes.ts'

export const coupons: Resource = { routes: couponRoutes }
