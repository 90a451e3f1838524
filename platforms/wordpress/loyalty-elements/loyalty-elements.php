<?php
/**
 * Plugin Name:       Loyalty Elements
 * Plugin URI:        https://github.com/loyalty-elements/loyalty-elements
 * Description:       Points, tier, rewards and saved products of your loyalty programme, as blocks and shortcodes.
 * Version:           0.1.0
 * Requires at least: 6.1
 * Requires PHP:      7.4
 * Author:            loyalty-elements
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 * Text Domain:       loyalty-elements
 * WC tested up to:   11.0
 *
 * @package LoyaltyElements
 */

declare(strict_types=1);

namespace LoyaltyElements;

defined( 'ABSPATH' ) || exit;

/** The built files are in a folder of this name, so that a browser never mixes the files of two releases. */
const VERSION = '0.1.0';
const FILE    = __FILE__;

require_once __DIR__ . '/includes/signature.php';
require_once __DIR__ . '/includes/settings.php';
require_once __DIR__ . '/includes/elements.php';
require_once __DIR__ . '/includes/page.php';
require_once __DIR__ . '/includes/woocommerce.php';
