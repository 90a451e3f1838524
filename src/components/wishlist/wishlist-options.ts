// What attributes add to a wishlist: loaded by wishlists with one of them.
export { AllListsView } from './all-lists-view.ts';
export { AllToCart } from './all-to-cart.ts';
export { WishlistSearch } from './wishlist-search.ts';
