<?php
/**
 * Deletes the settings and the secret when the plugin is deleted.
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

delete_option( 'loyalty_elements' );
delete_option( 'loyalty_elements_secret' );
