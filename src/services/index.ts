/** What components may import of the service layer. */
export type { LoyaltySettings } from './customer/config.ts';
export type { TenantFile } from './transport/tenant/tenant-file.ts';
export type { Environment, PageMemory } from './customer/environment.ts';
export { LoyaltyError, toLoyaltyError, type LoyaltyErrorCode } from './transport/errors.ts';
export { readJson, writeJson } from './transport/json.ts';
export { valueOrUndefined } from './transport/value-or-undefined.ts';
export { slotOf } from './customer/tokens/cache.ts';
export { createLoyalty, type Loyalty, type ResourceDefinition } from './customer/loyalty.ts';
export type { Call } from './transport/call.ts';
export { refresh } from './customer/refresh.ts';
export { readTabChange, tellTabs, type Subject } from './customer/tab-changes.ts';
export { createCustomEvents, type CustomEvents, type EventData } from './customer/custom-events.ts';
export type { Resource, ResourceState } from './customer/resource.ts';
export { WISHLIST, type PagePart } from './transport/page-parts.ts';
export { SECRET_ATTRIBUTE } from './transport/formats.ts';
export { randomId } from './transport/random-id.ts';
export type { Id } from './transport/read.ts';
export { outlookOf, type Once, type Outlook, type Undone } from './customer/actions/outlook.ts';
export { requestCode } from './customer/request-code.ts';
export type { NewCustomer, Session } from './customer/session.ts';
export { account, type Account } from './customer/resources/account.ts';
export {
  piecesLeft,
  piecesTaken,
  type ListProduct,
  type ListSummary,
  type SharedBy,
} from './customer/resources/list-records.ts';
export { loadListChoices, type ListChoice } from './customer/resources/list-choices.ts';
export { listShares, type ListShare } from './customer/resources/list-share.ts';
export { shareList, stopSharing } from './customer/actions/share-list.ts';
export {
  acceptInvitation,
  endInvitation,
  invitations,
  inviteEditor,
  leaveList,
  readReceived,
  type Invitation,
  type ReceivedInvitation,
} from './customer/actions/list-editors.ts';
export { lists, type CustomerList } from './customer/resources/lists.ts';
export { createList, deleteList, renameList, type NewList } from './customer/actions/change-lists.ts';
export { putBackItem, removeItem } from './customer/actions/own-list-edits.ts';
export { detailsOf, saveNote, setNote } from './customer/actions/item-notes.ts';
export { hasAlert, setAlert, type Alert } from './customer/actions/alerts.ts';
export { askForGuestAlert } from './customer/actions/guest-alerts.ts';
export { mergeLists, otherLists, type ListedItem, type OtherLists } from './customer/resources/all-lists.ts';
export { loadWholeList, ownList, type OwnList } from './customer/resources/registry.ts';
export { gifts, type Gift, type Gifts } from './customer/resources/gifts.ts';
export {
  deliveryAddress,
  type DeliveryAddress,
  type StoredAddress,
} from './customer/resources/delivery-address.ts';
export { removeDeliveryAddress, setDeliveryAddress } from './customer/actions/set-delivery-address.ts';
export { setThanked } from './customer/actions/thank-giver.ts';
export { setChipIn, setEventDay, setWanted, targetOf } from './customer/actions/change-registry.ts';
export { isWithin, readChipIn, type ChipIn } from './customer/resources/chip-in.ts';
export { sharedList, type OwnReservation, type SharedList } from './customer/resources/shared-list.ts';
export type { ReservationRequest } from './customer/actions/reserve-item.ts';
export {
  ownReservations,
  reserveItem,
  setBought,
  undoReservation,
  withKey,
} from './customer/actions/reservations.ts';
export { achievements, shareOf, type Achievement } from './customer/resources/achievements.ts';
export { card, type Card } from './customer/resources/card.ts';
export { balances, type PointsBalance } from './customer/resources/balances.ts';
export {
  benefits,
  type BenefitOffer,
  type Benefits,
  type OwnedBenefit,
} from './customer/resources/benefits.ts';
export type { BenefitClaim } from './customer/actions/claim-benefit.ts';
export { claimBenefit, claimReward, loadClaims } from './customer/actions/claims.ts';
export type { Claim } from './customer/actions/claim-reward.ts';
export { removeDate, saveDate } from './customer/actions/change-date.ts';
export { dates, isSameName, type ProfileDate } from './customer/resources/dates.ts';
export { endingCampaigns } from './customer/resources/earned-campaigns.ts';
export { estimates } from './customer/resources/estimates.ts';
export { credits, type Credit } from './customer/resources/credits.ts';
export {
  history,
  HISTORY_PAGE_SIZE,
  type HistoryEntry,
  type HistoryPage,
} from './customer/resources/history.ts';
export {
  loadBalanceHistory,
  loadFilteredHistory,
  type HistoryFilter,
  type HistoryView,
} from './customer/resources/history-pages.ts';
export {
  readProgramme,
  tiers,
  type Programme,
  type ProgrammeReward,
} from './customer/resources/programme.ts';
export { claimReceipt, removeReceipt, type ReceiptDetails } from './customer/actions/claim-receipt.ts';
export { receipts, type Receipt } from './customer/resources/receipts.ts';
export { earnedInCampaigns, readPageCampaigns } from './customer/resources/page-campaigns.ts';
export {
  pointsAtRates,
  readPurchase,
  type Earned,
  type Estimates,
  type Purchase,
} from './customer/resources/purchase.ts';
export type { RewardSteps, Worth } from './customer/resources/reward-steps.ts';
export {
  rewards,
  type ChosenSteps,
  type OwnedReward,
  type RewardOffer,
  type Rewards,
} from './customer/resources/rewards.ts';
export { readPointDetails, type PointDetails } from './customer/resources/point-details.ts';
export { tier, type Tier, type TextLanguages, type TierStanding } from './customer/resources/tier.ts';
export { achievementWays, isDone, readWays, type Way } from './customer/resources/ways.ts';
export {
  addToList,
  choiceKey,
  isSameChoice,
  isOnWishlist,
  isWhole,
  loadRest,
  openOutbox,
  removeFromList,
  savedProducts,
  wishlist,
  type ItemNote,
  type ProductChoice,
  type ProductDisplay,
  type SavedProduct,
  type WishlistItem,
} from './customer/resources/wishlist.ts';
export { nothingToLoad, wishlistCount } from './customer/resources/wishlist-count.ts';
export { isGuest, isOnDevice } from './customer/lists/device.ts';
export { countOf } from './customer/lists/loaded-pages.ts';
export { refusalKey, refusedEdits, type RefusedEdit } from './customer/lists/list-items.ts';
export { typedDigits, typedText } from './transport/typed-text.ts';
